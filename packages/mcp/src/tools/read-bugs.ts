import {
  type BugFilterName,
  bugFilter,
  bugFilterNames,
  bugSorts,
  forFields,
  maxFilterValues,
  optionalTexts,
} from '@skep/vocabulary';
import Type, { type Static, type TOptional, type TSchema, type TUnsafe } from 'typebox';
import { BugState, stateLine, stateOf, Title, titleLine, titleOf } from '../bug.ts';
import type { Bug, FullBug } from '../routes.ts';
import { Cursor, defineTool, Id, OneOf, readCursor, readsReports } from '../tool.ts';
import { fence, Notice, notice, UntrustedReport } from '../untrusted.ts';

type Value = string | number;

const filterArguments: Record<string, TOptional<TUnsafe<Value | Value[]>>> = Object.fromEntries(
  bugFilterNames.map((name) => [argumentName(name), Type.Optional(Type.Unsafe(schemaFor(name)))]),
);

/** Maps tool arguments to query parameters of the list route. */
const toQuery = (args: Record<string, Value | Value[] | undefined>) =>
  Object.fromEntries(bugFilterNames.map((name) => [name, args[argumentName(name)]]));

function argumentName(name: BugFilterName): string {
  return bugFilter(name).toolName ?? name;
}

/** Descriptions are short or missing, because assistants load them into every conversation. */
function schemaFor(name: BugFilterName): TSchema {
  const { type, values = [], maxLength = 0, repeated } = bugFilter(name);
  switch (type) {
    case 'id':
      if (repeated)
        return Type.Array(Id(), { maxItems: maxFilterValues, description: 'Must have all of these' });
      return values.length > 0 ? idOr(values) : Id();
    case 'enum':
      return Type.Union([OneOf(values), Type.Array(OneOf(values), { maxItems: maxFilterValues })]);
    case 'time':
      return Type.String({ maxLength: 40, description: 'ISO 8601 time or date' });
    default:
      return Type.String({ maxLength });
  }
}

function idOr(values: readonly string[]): TSchema {
  const pattern = `^(${values.join('|')}|[1-9]\\d{0,15})$`;
  return Type.String({ pattern, description: `${values.join(', ')} or an id` });
}

const pageSize = 20;

const BugSummary = Type.Object({ ...BugState.properties, untrusted_report: Title });
type BugSummary = Static<typeof BugSummary>;

const summaryOf = (bug: Bug): BugSummary => ({ ...stateOf(bug), untrusted_report: titleOf(bug) });

const listBugs = defineTool({
  name: 'list_bugs',
  title: 'List bugs',
  description:
    'Lists bugs, newest first by default, 20 per page. Use it to see what needs attention or to find the id of a bug. Without a status it includes all, even spam.',
  scope: 'read:bugs',
  annotations: readsReports,
  input: Type.Object({ ...filterArguments, sort: Type.Optional(OneOf(bugSorts)), cursor: Cursor }),
  output: Type.Object({
    notice: Notice,
    total: Type.Integer(),
    total_capped: Type.Optional(Type.Boolean({ description: 'There are more than total' })),
    bugs: Type.Array(BugSummary),
    next_cursor: Type.Optional(Type.String()),
  }),
  missing: 'Find projects with list_honeycombs and labels with list_labels.',
  async run(api, { cursor, sort, ...filters }) {
    const offset = readCursor(cursor);
    const query = { ...toQuery(filters), sort, limit: pageSize, offset };
    const { items, total, total_capped } = await api.request('GET /mcp/bugs', {}, { query });
    const bugs = items.map(summaryOf);
    const end = offset + bugs.length;
    const hasMore = bugs.length === pageSize && (total_capped || end < total);
    const next = hasMore ? String(end) : undefined;
    return {
      text: describePage(bugs, `${total}${total_capped ? ' or more' : ''}`, next),
      data: {
        notice,
        total,
        ...(total_capped && { total_capped }),
        bugs,
        ...(next !== undefined && { next_cursor: next }),
      },
    };
  },
});

function describePage(bugs: BugSummary[], total: string, next: string | undefined): string {
  if (bugs.length === 0) return `No bugs on this page. ${total} match. Try fewer filters or no cursor.`;
  const titles = bugs.map(({ id, untrusted_report }) => titleLine(id, untrusted_report));
  return [
    `${bugs.length} of ${total} bugs.`,
    ...bugs.map(stateLine),
    next === undefined ? 'This is the last page.' : `For the next page call list_bugs with cursor "${next}".`,
    '',
    fence(titles.join('\n')),
  ].join('\n');
}

const partLength = 4_000;

const Text = Type.Optional(Type.String());

/** Stack traces are returned in parts. */
const shortTexts = optionalTexts.filter((name) => name !== 'stack_trace');

const getBug = defineTool({
  name: 'get_bug',
  title: 'Get a bug',
  description:
    'Returns one bug in full: description, stack trace, environment, screenshots. Use it before working on a bug. Long stack traces and extra data are split into parts; `more` explains how to get the next.',
  scope: 'read:bugs',
  annotations: readsReports,
  input: Type.Object({
    bug_id: Id(),
    stack_from: Type.Optional(Type.Integer({ minimum: 0 })),
    extra_from: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  output: Type.Object({
    notice: Notice,
    bug: Type.Object({
      ...BugState.properties,
      duplicate_of_id: Type.Optional(Type.Integer()),
      duplicates: Type.Optional(Type.Integer()),
    }),
    untrusted_report: UntrustedReport({
      title: Type.String(),
      description: Type.String(),
      ...forFields(shortTexts, () => Text),
      attachments: Type.Optional(Type.Array(Type.String())),
      stack_trace: Text,
      extra: Type.Optional(Type.String({ description: 'JSON' })),
    }),
    more: Type.Optional(Type.Array(Type.String(), { description: 'How to get the next part' })),
  }),
  missing: 'Find ids with list_bugs.',
  async run(api, { bug_id, stack_from = 0, extra_from = 0 }) {
    const bug = await api.request('GET /mcp/bugs/:bug_id', { bug_id });
    const stack = partOf('stack_trace', 'stack_from', bug.stack_trace, stack_from);
    const extra = partOf('extra', 'extra_from', bug.extra && JSON.stringify(bug.extra), extra_from);
    const more = [stack.more, extra.more].filter((sentence) => sentence !== undefined);
    const report = reportOf(bug, stack.text, extra.text);
    const state = {
      ...stateOf(bug),
      ...(bug.duplicate_of_id && { duplicate_of_id: bug.duplicate_of_id }),
      ...(bug.duplicate_count && { duplicates: bug.duplicate_count }),
    };
    const text = [
      stateLine(state),
      ...(state.duplicate_of_id ? [`Duplicate of #${state.duplicate_of_id}.`] : []),
      ...(state.duplicates ? [`Duplicates of this bug: ${state.duplicates}.`] : []),
      ...more,
      '',
      fence(toLines(report)),
    ].join('\n');
    return { text, data: { notice, bug: state, untrusted_report: report, ...(more.length > 0 && { more }) } };
  },
});

/** Returns a part of a text and, if it is cut, how to get the next part. */
function partOf(field: string, argument: string, text: string | null | undefined, from: number) {
  const characters = [...(text ?? '')];
  const end = Math.min(from + partLength, characters.length);
  const part = characters.slice(from, end).join('');
  if (end === characters.length) return { text: part };
  return {
    text: part,
    more: `${field} is truncated: characters ${from} to ${end} of ${characters.length}. For the next part call get_bug with ${argument} ${end}.`,
  };
}

function reportOf(bug: FullBug, stack: string, extra: string) {
  const { title, description } = bug;
  const texts: { [name in (typeof shortTexts)[number]]?: string } = {};
  for (const name of shortTexts) if (bug[name]) texts[name] = bug[name];
  const attachments = bug.attachments.map(
    (image) => `${image.url} (${image.content_type}, ${image.filename})`,
  );
  return {
    title,
    description,
    ...texts,
    ...(attachments.length > 0 && { attachments }),
    ...(stack && { stack_trace: stack }),
    ...(extra && { extra }),
  };
}

function toLines(report: Record<string, string | string[]>): string {
  return Object.entries(report)
    .map(([field, value]) => `${field}:\n${[value].flat().join('\n')}`)
    .join('\n\n');
}

const SimilarBug = Type.Object({
  id: Type.Integer(),
  score: Type.Number({ description: '0.8 or more: same stack trace' }),
  status: Type.String(),
  untrusted_report: Title,
});
type SimilarBug = Static<typeof SimilarBug>;

const findSimilarBugs = defineTool({
  name: 'find_similar_bugs',
  title: 'Find similar bugs',
  description:
    'Finds up to 5 likely duplicates of a bug in its project. Use it to check whether a bug is already known.',
  scope: 'read:bugs',
  annotations: readsReports,
  input: Type.Object({ bug_id: Id() }),
  output: Type.Object({ notice: Notice, bugs: Type.Array(SimilarBug) }),
  missing: 'Find ids with list_bugs.',
  async run(api, { bug_id }) {
    const { items } = await api.request('GET /mcp/bugs/:bug_id/similar', { bug_id });
    const bugs = items.map((bug) => ({
      id: bug.id,
      score: bug.score,
      status: bug.status,
      untrusted_report: titleOf(bug),
    }));
    return { text: describeSimilar(bug_id, bugs), data: { notice, bugs } };
  },
});

function describeSimilar(id: number, bugs: SimilarBug[]): string {
  if (bugs.length === 0) return `No similar bugs found for #${id} in its project.`;
  return [
    `Likely duplicates of bug #${id}, best match first.`,
    ...bugs.map(({ id, status, score }) => `#${id} ${status} · score ${score}`),
    '',
    fence(bugs.map((bug) => titleLine(bug.id, bug.untrusted_report)).join('\n')),
  ].join('\n');
}

export const readTools = [listBugs, getBug, findSimilarBugs];
