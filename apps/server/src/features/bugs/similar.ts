import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { notFound } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { IdParams, ListOf } from '../../schema.ts';
import { fingerprintOf, wordsOf } from '../search/words.ts';
import { BugListItem, listItems } from './read.ts';

const [exampleItem] = (BugListItem as { examples?: object[] }).examples ?? [];

export const SimilarBugs = ListOf(
  Type.Object(
    {
      ...BugListItem.properties,
      score: Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Likelihood of a duplicate: 0.8 to 1 for the same stack trace (ignoring line numbers, addresses and hashes), up to ' +
          '0.7 otherwise. The title determines the rest: shared words count by their length. An original gets the score of ' +
          'its most similar duplicate.',
      }),
    },
    { title: 'SimilarBug', examples: [{ ...exampleItem, score: 0.92 }] },
  ),
);
export type SimilarBugs = Static<typeof SimilarBugs>;

export function similarRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/:bug_id/similar',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'findSimilarBugs',
        summary: 'Find likely duplicates of a bug',
        description:
          'Up to five bugs of the same project with the same stack trace or a similar title, most likely first. Excludes ' +
          'spam and linked duplicates. Reports of the last seconds may be missing.',
        params: IdParams('bug_id'),
        response: { 200: SimilarBugs },
      },
    },
    ({ actor, params }) => findSimilarBugs(context, actor, params.bug_id),
  );
}

const maxListed = 5;

export async function findSimilarBugs(context: Context, actor: Actor, id: number): Promise<SimilarBugs> {
  const { pools } = context;
  const subject = await findSubject(pools.main, actor.teamIds, id);
  if (!subject) throw notFound();
  const candidates = await pools.search.run(actor, [subject.team_id], (db) => selectCandidates(db, subject));
  const best = mostSimilar(subject.title, candidates);
  const scores = new Map(best.map((bug) => [bug.id, bug.score]));
  const listed = await listItems(context, pools.main, [...scores.keys()]);
  const items = listed.map((item) => ({ ...item, score: scores.get(item.id) ?? 0 }));
  return { items, total: items.length };
}

type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

interface Candidate {
  id: number;
  title: string;
  has_same_stack: boolean;
  duplicate_of_id: number | null;
}

const findSubject = (db: Db, teamIds: number[], id: number) =>
  db
    .selectFrom('bugs')
    .select(['id', 'team_id', 'project_id', 'duplicate_of_id', 'title', 'stack_trace'])
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();

/** The newest bugs of a project that are compared by two words of the title. */
const maxScanned = 3_000;
/** Matches taken from the word index, before filtering by project. */
const maxIndexed = 20_000;
const maxCompared = 200;

/**
 * Candidates: the same stack trace, all distinctive title words anywhere in the text, or two of them in the newest bugs; plus
 * the bugs these are duplicates of. Each part reads a bounded number of bugs.
 */
async function selectCandidates(db: Db, subject: Subject): Promise<Candidate[]> {
  const { id, team_id, project_id, duplicate_of_id } = subject;
  const words = distinctiveWords(wordsOf(subject.title)).map((word) => `'${word}'`);
  const fingerprint = fingerprintOf(project_id, subject.stack_trace);
  const isEligible = sql`
    bugs.project_id = ${project_id} and bugs.status <> 'spam' and bugs.id <> ${id}
    and bugs.id is distinct from ${duplicate_of_id} and bugs.duplicate_of_id is distinct from ${id}`;
  const { rows } = await sql<Candidate>`
    with recursive found as materialized (
      (
        select id from bug_search join bugs on bugs.id = bug_id
        where bug_search.fingerprint = ${fingerprint}::bigint and ${isEligible} order by bug_id desc limit ${maxCompared}
      )
      union
      (
        select id from (
          select bug_id from bug_search where team_id = ${team_id} and tsv @@ ${words.join('&')}::tsquery limit ${maxIndexed}
        ) as named join bugs on bugs.id = bug_id
        where ${isEligible} order by bug_id desc limit ${maxCompared}
      )
      union
      (
        select id from (
          select * from bugs where project_id = ${project_id} order by id desc limit ${maxScanned}
        ) as bugs join bug_search on bug_id = id
        where tsv @@ ${pairsOf(words).join('|')}::tsquery and ${isEligible} order by id desc limit ${maxCompared}
      )
    ),
    wanted as (
      select id from found
      union
      select duplicate_of_id from wanted join bugs using (id) where duplicate_of_id is not null
    )
    select id, title, duplicate_of_id,
      coalesce((select fingerprint = ${fingerprint}::bigint from bug_search where bug_id = id), false) as has_same_stack
    from wanted join bugs using (id) where ${isEligible}`.execute(db);
  return rows;
}

const maxWords = 4;

/** Long words are rarer (Zipf's law of abbreviation). Words with digits are mostly ids and times. */
const distinctiveWords = (words: string[]) =>
  words
    .filter((word) => !/\d/.test(word))
    .sort((one, other) => other.length - one.length)
    .slice(0, maxWords);

const pairsOf = (words: string[]) =>
  words.flatMap((one, index) => words.slice(index + 1).map((other) => `${one}&${other}`));

function mostSimilar(title: string, candidates: Candidate[]): { id: number; score: number }[] {
  const scores = scoresOf(title, candidates);
  const isDuplicate = ({ duplicate_of_id }: Candidate) => Number(duplicate_of_id !== null);
  return (
    candidates
      .map((candidate) => ({ ...candidate, score: scores.get(candidate.id) ?? 0 }))
      .filter(({ score }) => score > 0)
      // On a tie, originals come before duplicates, then the newest.
      .sort(
        (one, other) => other.score - one.score || isDuplicate(one) - isDuplicate(other) || other.id - one.id,
      )
      .slice(0, maxListed)
  );
}

/** Score of an equal stack trace, of an equal title, and what the title adds to an equal stack trace. */
const sameStack = 0.8;
const sameTitle = 0.7;
const sameTitleToo = 1 - sameStack;
/** Less similar titles are ignored. */
const minSimilarity = 0.3;

/** Duplicate scores from 0 to 1 by bug id. An original gets the score of its best duplicate, because a user has linked them. */
function scoresOf(title: string, candidates: Candidate[]): Map<number, number> {
  const words = new Set(wordsOf(title));
  const scores = new Map(candidates.map((each) => [each.id, scoreOf(words, each)]));
  const originals = new Map(candidates.map(({ id, duplicate_of_id }) => [id, duplicate_of_id]));
  for (const [id, score] of [...scores])
    for (let original = originals.get(id); original; original = originals.get(original))
      scores.set(original, Math.max(score, scores.get(original) ?? 0));
  return scores;
}

function scoreOf(words: Set<string>, { title, has_same_stack }: Candidate): number {
  const alike = similarity(words, new Set(wordsOf(title)));
  if (has_same_stack) return round(sameStack + sameTitleToo * alike);
  return alike >= minSimilarity ? round(sameTitle * alike) : 0;
}

/** Weighted Jaccard index of two word sets. Words are weighted by length. */
function similarity(one: Set<string>, other: Set<string>): number {
  const all = lengthOf(one.union(other));
  return all === 0 ? 0 : lengthOf(one.intersection(other)) / all;
}

function lengthOf(words: Set<string>): number {
  let sum = 0;
  for (const word of words) sum += word.length;
  return sum;
}

const round = (score: number) => Math.round(score * 1000) / 1000;
