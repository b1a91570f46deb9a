import { Readable } from 'node:stream';
import { type BugSort, fieldsIn } from '@skep/vocabulary';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { tooManyRequests, unavailable } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { onceClosed } from '../../http/client-limits.ts';
import { createSemaphores, type Release } from '../../semaphore.ts';
import { type Filters, resolveFilters } from './filters.ts';
import { findPage, maxCounted, type Position, selectPositions } from './find.ts';
import { BugListFilters } from './list.ts';
import { columnsOf } from './read.ts';
import { exampleBug } from './schema.ts';

/** A list becomes one cell with `; ` between entries. */
type Cell = string | number | Date | string[] | null;

/** One row in RFC 4180 format. */
function csvRow(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Some spreadsheets also split at semicolons and tabs. Such text is quoted, so that no part of it becomes a cell with a
 * formula.
 */
const needsQuotes = /[",;\t\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  const text = Array.isArray(cell) ? cell.map(withoutFormula).join('; ') : withoutFormula(String(cell));
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prevents CSV injection by formulas in reports. East Asian spreadsheets also accept full-width signs, and some skip a leading
 * line feed.
 */
const withoutFormula = (text: string) => (formulaStart.test(text) ? `'${text}` : text);

const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** The report fields of the export, with the bug's status before the severity. */
const fields = fieldsIn('csv').flatMap((name) =>
  name === 'severity' ? (['status', name] as const) : ([name] as const),
);

const csvColumns = [
  'id',
  'project',
  ...fields,
  'assignee',
  'labels',
  'duplicate_of_id',
  'created_at',
  'updated_at',
] as const;

/** The example bug with cells as they appear in a row. */
const example = {
  ...exampleBug,
  project: 'Website',
  description: '"I press ""Pay"" and nothing happens."',
  assignee: 'ada@example.com',
  labels: 'checkout; mobile',
};

const BugCsv = {
  description: 'One row per bug in RFC 4180 format',
  content: {
    'text/csv': {
      schema: {
        type: 'string',
        examples: [`${csvRow([...csvColumns])}${csvColumns.map((column) => example[column]).join(',')}\r\n`],
      },
    },
  },
};

export function exportRoutes(app: App, context: Context): void {
  const acquire = createExportLimit();
  app.get(
    '/bugs-admin/export.csv',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'exportBugs',
        summary: 'Export bugs as CSV',
        description:
          "Accepts the filters and sort of the list. Cells that look like formulas start with `'`. A user can run 3 exports " +
          'at a time per server process. If an export fails midway, the connection is closed.',
        querystring: BugListFilters,
        response: { 200: BugCsv },
      },
    },
    async (request, reply) => {
      const { actor, query, method } = request;
      // For HEAD, Fastify would read the whole stream and discard it.
      if (method === 'HEAD') {
        await resolveFilters(context, actor, query);
        return asFile(reply).send('');
      }
      onceClosed(request, reply, await acquire(actor.userId));
      const csv = await exportBugs(context, actor, query);
      return asFile(reply).send(Readable.from(csv));
    },
  );
}

function asFile(reply: FastifyReply): FastifyReply {
  const today = new Date().toISOString().slice(0, 10);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="bugs-${today}.csv"`);
}

/** Limits memory: each export holds a batch until its client has read it. */
const maxConcurrent = 30;
const maxPerUser = 3;
/** Above this number, only users without a running export get one. */
const maxForRepeatUsers = 20;

/** Acquires a permit for one export in this process, or throws. */
type AcquireExport = (userId: number) => Promise<Release>;

export function createExportLimit(): AcquireExport {
  const tooMany = () => unavailable('Too many concurrent exports. Retry after 5 s.');
  const semaphores = createSemaphores({ maxWaitMs: 0, refusal: tooMany });
  return async (userId) => {
    const own = { name: `user ${userId}`, limit: maxPerUser };
    const hasOne = semaphores.findFull([{ ...own, limit: 1 }]) !== undefined;
    const all = { name: 'all', limit: hasOne ? maxForRepeatUsers : maxConcurrent };
    if (semaphores.findFull([own]))
      throw tooManyRequests(`A user can run ${maxPerUser} exports at a time. Wait until one has finished.`);
    if (semaphores.findFull([all])) throw tooMany();
    return semaphores.acquire([own, all]);
  };
}

/** Held in memory while a slow client reads them. */
const bugsPerBatch = 100;

/** Streams CSV batch by batch with backpressure. No connection or transaction is held between batches. */
async function exportBugs(
  context: Context,
  actor: Actor,
  { sort = 'newest', ...given }: BugListFilters,
): Promise<AsyncGenerator<string>> {
  const filters = await resolveFilters(context, actor, given);
  const batches = toCsv(context, actor, filters, sort);
  // Reads the first batch before sending anything, while the response can still be an error.
  const { value: first } = await batches.next();
  return withFirst(first, batches);
}

/** Yields the first batch, then the rest. Closes the rest if the client disconnects. */
async function* withFirst(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* others;
  } finally {
    await others.return(undefined);
  }
}

async function* toCsv(
  context: Context,
  actor: Actor,
  filters: Filters,
  sort: BugSort,
): AsyncGenerator<string> {
  let written = 0;
  let isComplete = false;
  try {
    let text = csvRow([...csvColumns]);
    for await (const batch of readBatches(context, actor, filters, sort)) {
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

/** Keyset pagination. Yields at least one batch, which may be empty. */
async function* readBatches({ pools }: Context, actor: Actor, filters: Filters, sort: BugSort) {
  let isLong = false;
  const read = (after: Position | undefined) =>
    pools.export.run(actor, filters.teamIds, async (db) => {
      const page = { sort, limit: bugsPerBatch, offset: 0, after };
      const { positions, count } = isLong
        ? { positions: await selectPositions(db, filters, page), count: Number.POSITIVE_INFINITY }
        : await findPage(db, filters, page);
      isLong = count > maxCounted;
      const ids = positions.map(({ id }) => id);
      const bugs = ids.length > 0 ? await selectBugsToExport(db, ids) : [];
      const rows = bugs.map((bug) => csvRow(csvColumns.map((column) => bug[column])));
      return { positions, batch: { count: bugs.length, text: rows.join('') } };
    });
  let after: Position | undefined;
  for (;;) {
    const { positions, batch }: Awaited<ReturnType<typeof read>> = await read(after);
    if (positions.length > 0 || after === undefined) yield batch;
    if (positions.length < bugsPerBatch) return;
    after = positions.at(-1);
  }
}

/** In the order of the ids. Missing bugs are skipped. */
function selectBugsToExport(db: Db, ids: number[]) {
  return db
    .selectFrom('bugs')
    .innerJoin('projects', 'projects.id', 'bugs.project_id')
    .leftJoin('users', 'users.id', 'bugs.assignee_id')
    .select([
      'bugs.id',
      'projects.name as project',
      'bugs.status',
      ...columnsOf(fieldsIn('csv')),
      'users.email as assignee',
      sql<string[]>`array(
        select labels.name from bug_labels join labels on labels.id = bug_labels.label_id
        where bug_labels.bug_id = bugs.id order by lower(labels.name)
      )`.as('labels'),
      'bugs.duplicate_of_id',
      'bugs.created_at',
      'bugs.updated_at',
    ])
    .where('bugs.id', '=', sql<number>`any(${ids})`)
    .orderBy(sql`array_position(${ids}::bigint[], bugs.id)`)
    .execute();
}
