import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countOf } from '../../counts/queries/counts.ts';
import { lexemeFor, queryIn, stretchOf } from '../index/queries.ts';
import { selectNumbers } from './total.ts';
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

/** Of a project with so many bugs each is looked at. */
const smallProject = 1_000;
/** How many of the newest bugs of a team the index is asked to name, most of which may be another project's. */
const mostNamed = 20_000;
/** How many of those of the project are compared. */
const mostCompared = 200;

/**
 * Selects bugs of the same project that may be duplicates: those with the same stack trace, with all of the telling words of
 * the title anywhere in their text, and with two of them. What these are marked as duplicates of is among them too. What the
 * bug is linked with already is not, nor is spam. Each way reads a bounded number of bugs, the newest first.
 */
export async function selectCandidates(db: Db, subject: Subject): Promise<Candidate[]> {
  const { fingerprint, team_id, project_id } = subject;
  const [size = 0] = await selectNumbers(db, [countOf({ teamIds: [team_id], projectId: project_id })]);
  const words = tellingWords(subject.words).map((word) => lexemeFor(team_id, word));
  const withWords = (pattern: string) => {
    if (pattern === '') return sql`select null::bigint as bug_id where false`;
    return size <= smallProject ? ofProjectWithWords(subject, pattern) : ofTeamWithWords(pattern);
  };
  const { rows } = await sql<Candidate>`
    with recursive found as materialized (
      ${eligible(subject, sql`select bug_id from bug_search where fingerprint = ${fingerprint}::bigint order by bug_id desc`)}
      union
      ${eligible(subject, withWords(words.join('&')))}
      union
      ${eligible(subject, withWords(pairsOf(words).join('|')))}
    ),
    wanted as (
      select id from found
      union
      select duplicate_of_id from wanted join bugs using (id) where duplicate_of_id is not null
    )
    select id, title, duplicate_of_id,
      coalesce((select fingerprint = ${fingerprint}::bigint from bug_search where bug_id = id), false) as has_same_stack
    from wanted join bugs using (id) where ${isEligible(subject)}`.execute(db);
  return rows;
}

/**
 * Selects some of these that may be shown. They come with the newest first, and no more are looked up than it takes. Which
 * project they are of is looked up in an index first: those of a noisy one must not take the place of others.
 */
const eligible = (subject: Subject, bugIds: RawBuilder<unknown>) => sql`(
  select bug_id as id from (
    select bug_id from (${bugIds} limit ${mostNamed}) as named
    where (select status <> 'spam' from bugs where project_id = ${subject.project_id} and id = bug_id) offset 0
  ) as listed
  where (select ${isEligible(subject)} from bugs where id = bug_id) limit ${mostCompared}
)`;

const isEligible = ({ id, project_id, duplicate_of_id }: Subject) => sql`
  project_id = ${project_id} and status <> 'spam' and bugs.id <> ${id} and bugs.id is distinct from ${duplicate_of_id}
  and duplicate_of_id is distinct from ${id}`;

const newestIndexed = sql`(select max(bug_id) from bug_search)`;

/** Asks the index for one stretch of ids after the other, the newest first, and no further than it is read from. */
const ofTeamWithWords = (pattern: string) => sql`
  select bug_id from ${stretchesDownTo(newestIndexed, 0)}
  cross join lateral (select ${queryIn(sql`stretch`, pattern)} as query offset 0) as queries
  cross join lateral (
    select bug_id from (select bug_id from bug_search where words @@ query offset 0) as indexed order by bug_id desc
  ) as found`;

/** Looks through all bugs of a small project, whatever the others of its team have. */
const ofProjectWithWords = ({ project_id }: Subject, pattern: string) => sql`
  select bug_id from (select id as bug_id from bugs where project_id = ${project_id} order by id desc offset 0) as listed
  where (select words from bug_search where bug_search.bug_id = listed.bug_id) @@ (
    array(select ${queryIn(sql`stretch`, pattern)} from ${stretchesDownTo(newestIndexed, 0)} order by stretch)
  )[1 + ${stretchOf(sql`listed.bug_id`)}]`;

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
