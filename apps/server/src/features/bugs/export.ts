import { Readable } from 'node:stream';
import { type BugSort, fieldsIn } from '@skep/vocabulary';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { tooManyAtOnce, unavailable } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { whenOver } from '../../http/fair-use.ts';
import { createSemaphores, type Release } from '../../semaphore.ts';
import { type Filters, resolveFilters } from './filters.ts';
import { findPage, mostCounted, type Place, selectPlaces } from './find.ts';
import { BugListFilters } from './list.ts';
import { columnsOf } from './read.ts';
import { exampleBug } from './schema.ts';

/** The value of a cell. A list becomes one cell, with `; ` between its entries. */
type Cell = string | number | Date | string[] | null;

/** Writes a row in the form of RFC 4180. */
function csvRow(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Some spreadsheets separate cells at semicolons and tabs, too. Text with one of these is quoted, so that what follows it
 * cannot become a cell of its own, with a formula in it.
 */
const needsQuotes = /[",;\t\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  const text = Array.isArray(cell) ? cell.map(withoutFormula).join('; ') : withoutFormula(String(cell));
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prevents CSV injection: a spreadsheet would run a formula that a reporter has written. East Asian editions of spreadsheets
 * take the wide forms of the signs for the signs themselves, and some skip a line feed before them.
 */
const withoutFormula = (text: string) => (formulaStart.test(text) ? `'${text}` : text);

const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** The fields of a report that an export has. The bug's status, which is not one of them, stands before the severity. */
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

/** The bug of the example, with its values as they are written into the cells of a row. */
const example = {
  ...exampleBug,
  project: 'Website',
  description: '"I press ""Pay"" and nothing happens."',
  assignee: 'ada@example.com',
  labels: 'checkout; mobile',
};

const BugCsv = {
  description: 'A row for each bug, in the form of RFC 4180',
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
          "Takes the filters and the sort of the list. Cells that a spreadsheet would take for a formula begin with `'`. A user can " +
          'have 3 exports at once with one server process. One that fails midway breaks off, so that it does not look whole.',
        querystring: BugListFilters,
        response: { 200: BugCsv },
      },
    },
    async (request, reply) => {
      const { actor, query, method } = request;
      // For HEAD, too, a stream would be read to its end, although nobody gets its bytes.
      if (method === 'HEAD') {
        await resolveFilters(context, actor, query);
        return asFile(reply).send('');
      }
      whenOver(request, reply, await acquire(actor.userId));
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

/** How many exports may run at once: each keeps some of its bugs in memory until its reader has taken them. */
const mostAtOnce = 30;
const mostOfUser = 3;
/** Beyond this number, only users who have no export running get one: a few users with three each cannot keep others out. */
const mostForFurther = 20;

/** Acquires a permit for one more export in this process, or throws when there is none left, for the user or for all. */
type AcquireExport = (userId: number) => Promise<Release>;

export function createExportLimit(): AcquireExport {
  const tooMany = () => unavailable('Too many exports at once; try again in a moment');
  const semaphores = createSemaphores({ patienceMs: 0, refusal: tooMany });
  return async (userId) => {
    const own = { name: `user ${userId}`, atOnce: mostOfUser };
    const hasOne = semaphores.findFull([{ ...own, atOnce: 1 }]) !== undefined;
    const all = { name: 'all', atOnce: hasOne ? mostForFurther : mostAtOnce };
    if (semaphores.findFull([own]))
      throw tooManyAtOnce(`A user can have ${mostOfUser} exports at once; wait until another one has ended`);
    if (semaphores.findFull([all])) throw tooMany();
    return semaphores.acquire([own, all]);
  };
}

/** How many bugs an export reads at once: so many stay in memory while a slow reader takes them. */
const bugsAtOnce = 100;

/**
 * Exports bugs as CSV, a batch at a time. The stream has backpressure: no batch is read from the database before the
 * reader asks for it, and no connection or transaction is held in between.
 */
async function exportBugs(
  context: Context,
  actor: Actor,
  { sort = 'newest', ...given }: BugListFilters,
): Promise<AsyncGenerator<string>> {
  const filters = await resolveFilters(context, actor, given);
  const batches = toCsv(context, actor, filters, sort);
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

/** Reads the bugs by keyset pagination. There is at least one batch, which may be empty. */
async function* readBatches({ pools }: Context, actor: Actor, filters: Filters, sort: BugSort) {
  let isLong = false;
  const read = (after: Place | undefined) =>
    pools.export.run(actor, filters.teamIds, async (db) => {
      const page = { sort, limit: bugsAtOnce, offset: 0, after };
      const { places, count } = isLong
        ? { places: await selectPlaces(db, filters, page), count: Number.POSITIVE_INFINITY }
        : await findPage(db, filters, page);
      isLong = count > mostCounted;
      const ids = places.map(({ id }) => id);
      const bugs = ids.length > 0 ? await selectBugsToExport(db, ids) : [];
      const rows = bugs.map((bug) => csvRow(csvColumns.map((column) => bug[column])));
      return { places, batch: { count: bugs.length, text: rows.join('') } };
    });
  let after: Place | undefined;
  for (;;) {
    const { places, batch }: Awaited<ReturnType<typeof read>> = await read(after);
    if (places.length > 0 || after === undefined) yield batch;
    if (places.length < bugsAtOnce) return;
    after = places.at(-1);
  }
}

/** Selects the cells of these bugs, in this order. Ids of bugs that do not exist are left out. */
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
