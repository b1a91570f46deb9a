import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { csvRow } from './csv.ts';
import { selectBugsToExport } from './export-queries.ts';
import { resolveFilters } from './list-operations.ts';
import { type Filters, selectBugIdsBefore } from './list-queries.ts';
import type { BugFilters } from './list-schema.ts';

const columns = [
  'id',
  'project',
  'title',
  'description',
  'status',
  'severity',
  'environment',
  'app_version',
  'url',
  'user_agent',
  'reporter_email',
  'reporter_identifier',
  'assignee',
  'labels',
  'duplicate_of_id',
  'created_at',
  'updated_at',
] as const;

const bugsAtOnce = 200;

/** CSV, a part at a time: no part is read before it is asked for, and nothing is held open in between. */
export async function exportBugs(context: Context, actor: Actor, query: BugFilters) {
  const filters = await resolveFilters(context, actor, query);
  return toCsv(context, actor, filters);
}

async function* toCsv({ db, log }: Context, actor: Actor, filters: Filters): AsyncGenerator<string> {
  let written = 0;
  let isComplete = false;
  try {
    yield csvRow([...columns]);
    for await (const ids of idsOf(db, filters)) {
      const bugs = await selectBugsToExport(db, ids);
      written += bugs.length;
      yield bugs.map((bug) => csvRow(columns.map((column) => bug[column]))).join('');
    }
    isComplete = true;
  } finally {
    log.info({ user_id: actor.userId, bugs: written, is_complete: isComplete }, 'export');
  }
}

/** Newest first. */
async function* idsOf(db: Context['db'], filters: Filters): AsyncGenerator<number[]> {
  let before: number | null = null;
  for (;;) {
    const ids: number[] = await selectBugIdsBefore(db, filters, before, bugsAtOnce);
    if (ids.length > 0) yield ids;
    if (ids.length < bugsAtOnce) return;
    before = ids.at(-1) ?? null;
  }
}
