import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { lexemeFor, queryIn } from '../index/queries.ts';
import { stretchesDownTo } from './words.ts';

/** What a bug is compared by. */
export interface Subject {
  id: number;
  team_id: number;
  project_id: number;
  duplicate_of_id: number | null;
  title: string;
  /** The words of its title, as the index has them. */
  words: string[];
  /** Of its stack trace; null when it has none. It is text, because numbers in JavaScript have fewer digits. */
  fingerprint: string | null;
}

export interface Candidate {
  id: number;
  title: string;
  has_same_stack: boolean;
  duplicate_of_id: number | null;
}

/** Undefined when the bug does not exist or is in none of these teams. */
export async function findSubject(db: Db, teamIds: number[], id: number): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select id, team_id, project_id, duplicate_of_id, title, tsvector_to_array(search_words('', title)) as words,
      stack_fingerprint(bugs)::text as fingerprint
    from bugs where id = ${id} and team_id = any(${teamIds})`.execute(db);
  return rows[0];
}

/** How many of the newest bugs that the index names are looked at in each of the three ways. */
const mostLookedAt = 1_000;
/** How many of these are compared. */
const mostCompared = 200;

/**
 * Selects bugs of the same project that may be duplicates: those with the same stack trace, with all of the telling words of
 * the title anywhere in their text, and with two of them. What these are marked as duplicates of is among them too. What the
 * bug is linked with already is not, nor is spam. Each way reads a bounded number of bugs, the newest first.
 */
export async function selectCandidates(db: Db, subject: Subject): Promise<Candidate[]> {
  const { fingerprint, team_id } = subject;
  const words = tellingWords(subject.words).map((word) => lexemeFor(team_id, word));
  const { rows } = await sql<Candidate>`
    with found as materialized (
      ${eligible(subject, sql`select bug_id from bug_search where fingerprint = ${fingerprint}::bigint order by bug_id desc`)}
      union
      ${eligible(subject, withWords(words.join('&')))}
      union
      ${eligible(subject, withWords(pairsOf(words).join('|')))}
    ),
    wanted as (
      select id from found
      union
      select duplicate_of_id from found join bugs using (id) where duplicate_of_id is not null
    )
    select id, title, duplicate_of_id,
      coalesce((select fingerprint = ${fingerprint}::bigint from bug_search where bug_id = id), false) as has_same_stack
    from wanted join bugs using (id) where ${isEligible(subject)}`.execute(db);
  return rows;
}

/** Selects some of these that may be shown. They come with the newest first, and no more are looked up than it takes. */
const eligible = (subject: Subject, bugIds: RawBuilder<unknown>) => sql`(
  select id from (${bugIds} limit ${mostLookedAt}) as named join bugs on bugs.id = named.bug_id
  where ${isEligible(subject)} limit ${mostCompared}
)`;

const isEligible = ({ id, project_id, duplicate_of_id }: Subject) => sql`
  project_id = ${project_id} and status <> 'spam' and bugs.id <> ${id} and bugs.id is distinct from ${duplicate_of_id}
  and duplicate_of_id is distinct from ${id}`;

/** Asks the index for one stretch of ids after the other, the newest first, and no further than it is read from. */
const withWords = (pattern: string) =>
  pattern === ''
    ? sql`select null::bigint as bug_id where false`
    : sql`
      select bug_id from ${stretchesDownTo(sql`(select max(bug_id) from bug_search)`, 0)}
      cross join lateral (select ${queryIn(sql`stretch`, pattern)} as query offset 0) as queries
      cross join lateral (
        select bug_id from (select bug_id from bug_search where words @@ query offset 0) as indexed order by bug_id desc
      ) as found`;

/** How many words of a title are looked up, however many it has. */
const mostWords = 4;

/** Long words are rarer than short ones (Zipf's law of abbreviation); those with digits are ids and times more often than not. */
const tellingWords = (words: string[]) =>
  words
    .filter((word) => !/\d/.test(word))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);

const pairsOf = (words: string[]) =>
  words.flatMap((one, index) => words.slice(index + 1).map((other) => `${one}&${other}`));
