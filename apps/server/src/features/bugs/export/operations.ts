import type { BugFilters } from '@skep/vocabulary';
import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { stillIndexing } from '../../../errors.ts';
import { resolveFilters } from '../filters/operations.ts';
import { type Filters, selectBugIdsBefore } from '../list/queries/before.ts';
import { csvColumns } from './columns.ts';
import { csvRow } from './csv.ts';
import { selectBugsToExport } from './queries.ts';

/** How many bugs an export reads at once: so many stay in memory while a slow reader takes them. */
const bugsAtOnce = 100;

/**
 * Exports bugs as CSV, a batch at a time. The stream has backpressure: no batch is read from the database before the
 * reader asks for it, and no connection or transaction is held in between.
 */
export async function exportBugs(
  context: Context,
  actor: Actor,
  query: BugFilters,
): Promise<AsyncGenerator<string>> {
  const filters = await resolveFilters(context, actor, query);
  const batches = toCsv(context, actor, filters);
  // The first batch is read before anything is sent, because until then the answer can still be an error.
  const { value: first } = await batches.next();
  return withFirst(first, batches);
}

/** Yields the first batch and then the others; also ends the others when the reader goes away early. */
async function* withFirst(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* others;
  } finally {
    await others.return(undefined);
  }
}

async function* toCsv(context: Context, actor: Actor, filters: Filters): AsyncGenerator<string> {
  let written = 0;
  let isComplete = false;
  try {
    let text = csvRow([...csvColumns]);
    for await (const batch of readBatches(context, actor, filters)) {
      written += batch.count;
      yield text + batch.text;
      text = '';
    }
    isComplete = true;
  } finally {
    const { userId } = actor;
    context.log.info({ user_id: userId, bugs: written, is_complete: isComplete }, 'export');
  }
}

/**
 * Reads the bugs, newest first, by keyset pagination: each batch begins after the last id of the one before. There is at
 * least one batch, which may be empty.
 */
async function* readBatches({ pools }: Context, actor: Actor, filters: Filters) {
  const read = (before: number | null) =>
    pools.export.run(actor, filters.teamIds, async (db) => {
      const ids = await selectBugIdsBefore(db, filters, before, bugsAtOnce);
      if (!ids) throw stillIndexing();
      const bugs = ids.length > 0 ? await selectBugsToExport(db, ids) : [];
      const rows = bugs.map((bug) => csvRow(csvColumns.map((column) => bug[column])));
      return { ids, batch: { count: bugs.length, text: rows.join('') } };
    });
  let before: number | null = null;
  for (;;) {
    const { ids, batch }: Awaited<ReturnType<typeof read>> = await read(before);
    if (ids.length > 0 || before === null) yield batch;
    if (ids.length < bugsAtOnce) return;
    before = ids.at(-1) ?? null;
  }
}
