import { fieldsIn } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Loop } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import type { EventHandler } from '../events/bug-events.ts';
import { fingerprintOf, wordsOf } from './words.ts';

/* Full-text search. The sequencer puts bugs with new text into `search_queue`, and a loop indexes them into `bug_search`. */

const wordsAllowed = 50;

/** A search as SQL conditions on `bugs`. */
export interface Search {
  /** Uses the word index. */
  byIndex: RawBuilder<unknown>;
  /** Tests this one bug. */
  inBug: RawBuilder<unknown>;
}

/** Undefined for blank text. */
export function searchFor({ config }: Context, teamIds: number[], text = ''): Search | undefined {
  if (text.trim() === '') return undefined;
  const bugId = bugNumber(text);
  if (!config.production) return { byIndex: hasText(text, bugId), inBug: hasText(text, bugId) };
  const words = wordsOf(text);
  if (words.length > wordsAllowed) throw invalid('search', `must be at most ${wordsAllowed} words`);
  return hasWords(words, teamIds, bugId);
}

/** `2001` and `#2001` are bug numbers. */
function bugNumber(text: string): number | undefined {
  const id = Number(/^\s*#?([1-9]\d*)\s*$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}

const searchedFields = fieldsIn('search');

function hasText(text: string, bugId: number | undefined): RawBuilder<unknown> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const occurs = searchedFields.map((field) => sql`bugs.${sql.ref(field)} ilike ${pattern}`);
  if (bugId !== undefined) occurs.push(sql`bugs.id = ${bugId}`);
  return sql`(${sql.join(occurs, sql` or `)})`;
}

function hasWords(words: string[], teamIds: number[], bugId: number | undefined): Search {
  if (words.length === 0) return { byIndex: sql`false`, inBug: sql`false` };
  const matches = sql`tsv @@ ${words.map((word) => `'${word}':*`).join('&')}::tsquery`;
  const found = sql`select bug_id from bug_search where bug_search.team_id = any(${teamIds}) and ${matches}`;
  const number = bugId === undefined ? sql`` : sql`union all select ${bugId}::bigint`;
  const isNumber = bugId === undefined ? sql`false` : sql`bugs.id = ${bugId}`;
  return {
    byIndex: sql`bugs.id in (${found} ${number})`,
    inBug: sql`(${isNumber} or (select ${matches} from bug_search where bug_id = bugs.id))`,
  };
}

export const queueForSearch: EventHandler = async (trx, { after, upTo, wakes }) => {
  const { numAffectedRows = 0n } = await sql`
    insert into search_queue (bug_id, team_id)
    select distinct bug_id, activity.team_id from stream_events join activity on activity.id = activity_id
    where seq > ${after} and seq <= ${upTo} and kind in ('created', 'title_changed')
    on conflict (bug_id) do nothing`.execute(trx);
  if (numAffectedRows > 0n) wakes.add('search');
};

/** Queues bugs for indexing. The queue rows stay locked until the commit, so that nobody indexes the old text. */
async function queueForIndex(trx: Trx, bugIds: number[]): Promise<void> {
  await sql`
    insert into search_queue (bug_id, team_id) select id, team_id from bugs where id = any(${bugIds}) order by id
    on conflict (bug_id) do update set bug_id = excluded.bug_id`.execute(trx);
}

/** Call when text changes without an event. */
export async function reindexNow(trx: Trx, bugIds: number[]): Promise<void> {
  await queueForIndex(trx, bugIds);
  await indexBugs(trx, bugIds);
}

/** Call when bugs are deleted. */
export async function removeFromIndex(trx: Trx, bugIds: number[]): Promise<void> {
  await queueForIndex(trx, bugIds);
  await sql`delete from bug_search where bug_id = any(${bugIds})`.execute(trx);
}

/** The sequencer wakes the loop. Polling picks up what a crashed process left. */
const pollMs = 5_000;
const batchSize = 500;

/** Every process indexes queue rows that no other has locked. */
export function startIndexing(context: Context): Loop {
  const { pools, loops, signals } = context;
  const { main } = pools;
  const loop = loops.start({
    name: 'search',
    async step() {
      const queued = await main.selectFrom('search_queue').select('bug_id').limit(1).execute();
      const count = queued.length > 0 ? await inTransaction(main, indexSome) : 0;
      return count === batchSize ? 0 : pollMs;
    },
  });
  signals.on('search', loop.wake);
  return {
    ...loop,
    async stop() {
      signals.off('search', loop.wake);
      await loop.stop();
    },
  };
}

async function indexSome(trx: Trx): Promise<number> {
  const rows = await trx
    .selectFrom('search_queue')
    .select('bug_id')
    .orderBy('bug_id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  await indexBugs(
    trx,
    rows.map(({ bug_id }) => bug_id),
  );
  return rows.length;
}

/** The queue must be locked, so that committed text is seen. */
export async function indexBugs(trx: Trx, bugIds: number[]): Promise<void> {
  const isAmong = sql<number>`any(${bugIds})`;
  const bugs = await trx
    .selectFrom('bugs')
    .select(['id', 'team_id', 'project_id', 'stack_trace', ...searchedFields])
    .where('id', '=', isAmong)
    .orderBy('id')
    .execute();
  const vectors = bugs.map((bug) =>
    wordsOf(searchedFields.map((field) => bug[field] ?? '').join(' ')).join(' '),
  );
  await sql`
    insert into bug_search as known (bug_id, team_id, tsv, fingerprint)
    select * from unnest(
      ${bugs.map(({ id }) => id)}::bigint[], ${bugs.map(({ team_id }) => team_id)}::bigint[], ${vectors}::tsvector[],
      ${bugs.map(({ project_id, stack_trace }) => fingerprintOf(project_id, stack_trace))}::bigint[]
    )
    on conflict (bug_id) do update set tsv = excluded.tsv, fingerprint = excluded.fingerprint`.execute(trx);
  await trx.deleteFrom('search_queue').where('bug_id', '=', isAmong).execute();
}
