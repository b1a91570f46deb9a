import Type, { type Static } from 'typebox';
import type { Bug } from '../answers.ts';
import { BugState, Indexing, indexingLines, stateLine, stateOf, Title, titleLine, titleOf } from '../bug.ts';
import { Cursor, readCursor } from '../cursor.ts';
import { filterArguments, toQuery } from '../filters.ts';
import { defineTool, looks } from '../tool.ts';
import { fence, Notice, notice } from '../untrusted.ts';

const pageSize = 20;

const BugSummary = Type.Object({ ...BugState.properties, untrusted_report: Title });
type BugSummary = Static<typeof BugSummary>;

const summaryOf = (bug: Bug): BugSummary => ({ ...stateOf(bug), untrusted_report: titleOf(bug) });

export const listBugs = defineTool({
  name: 'list_bugs',
  title: 'List bugs',
  description:
    'Finds bug reports, newest first, 20 a page. Use it to see what needs attention or to find the id of a bug. Without a status it lists all, spam too.',
  scope: 'read:bugs',
  // Its world is open, because reports come from anywhere.
  annotations: { ...looks, openWorldHint: true },
  input: Type.Object({
    ...filterArguments,
    cursor: Cursor,
  }),
  output: Type.Object({
    notice: Notice,
    total: Type.Integer(),
    total_capped: Type.Optional(Type.Boolean({ description: 'More than total' })),
    indexing: Indexing,
    bugs: Type.Array(BugSummary),
    next_cursor: Type.Optional(Type.String()),
  }),
  missing: 'Find projects with list_honeycombs and labels with list_labels.',
  async run(api, { cursor, ...filters }) {
    const offset = readCursor(cursor);
    const query = { ...toQuery(filters), limit: pageSize, offset };
    const { items, total, total_capped, indexing } = await api.request('GET /mcp/bugs', {}, { query });
    const bugs = items.map(summaryOf);
    const end = offset + bugs.length;
    const hasMore = bugs.length === pageSize && (total_capped || end < total);
    const next = hasMore ? String(end) : undefined;
    return {
      text: [
        ...indexingLines(indexing),
        describe(bugs, `${total}${total_capped ? ' or more' : ''}`, next),
      ].join('\n'),
      data: {
        notice,
        total,
        ...(total_capped && { total_capped }),
        ...(indexing && { indexing }),
        bugs,
        ...(next !== undefined && { next_cursor: next }),
      },
    };
  },
});

function describe(bugs: BugSummary[], total: string, next: string | undefined): string {
  if (bugs.length === 0) return `No bugs on this page; ${total} match. Try fewer filters, or no cursor.`;
  const titles = bugs.map(({ id, untrusted_report }) => titleLine(id, untrusted_report));
  return [
    `${bugs.length} of ${total} bugs, newest first.`,
    ...bugs.map(stateLine),
    next === undefined ? 'This is the last page.' : `For the next page call list_bugs with cursor "${next}".`,
    '',
    fence(titles.join('\n')),
  ].join('\n');
}
