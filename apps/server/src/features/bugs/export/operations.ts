import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { resolveFilters } from '../list/operations.ts';
import { type Filters, selectBugIdsBefore } from '../list/queries.ts';
import type { BugFilters } from '../list/schema.ts';
import { columns } from './columns.ts';
import { csvRow } from './csv.ts';
import { selectBugsToExport } from './queries.ts';

/** What a reader who takes its time holds in memory. */
const bugsAtOnce = 100;

/** CSV, a part at a time: no part is read before it is asked for, and nothing is held open in between. */
export async function exportBugs(
  context: Context,
  actor: Actor,
  query: BugFilters,
): Promise<AsyncGenerator<string>> {
  const filters = await resolveFilters(context, actor, query);
  const parts = toCsv(context, actor, filters);
  // As long as nothing has been sent, the answer can still be an error.
  const { value: first } = await parts.next();
  return goOn(first, parts);
}

async function* goOn(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
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
    let text = csvRow([...columns]);
    for await (const bugs of partsOf(context, actor, filters)) {
      written += bugs.length;
      yield text + bugs.map((bug) => csvRow(columns.map((column) => bug[column]))).join('');
      text = '';
    }
    isComplete = true;
  } finally {
    const { userId } = actor;
    context.log.info({ user_id: userId, bugs: written, is_complete: isComplete }, 'export');
  }
}

/** Newest first; at least one part, which may be empty. */
async function* partsOf({ pools }: Context, actor: Actor, filters: Filters) {
  const read = (before: number | null) =>
    pools.export.run(actor, filters.teamIds, async (db) => {
      const ids = await selectBugIdsBefore(db, filters, before, bugsAtOnce);
      return { ids, bugs: ids.length > 0 ? await selectBugsToExport(db, ids) : [] };
    });
  let before: number | null = null;
  for (;;) {
    const { ids, bugs }: Awaited<ReturnType<typeof read>> = await read(before);
    if (ids.length > 0 || before === null) yield bugs;
    if (ids.length < bugsAtOnce) return;
    before = ids.at(-1) ?? null;
  }
}
