import { forFields, optionalTexts } from '@skep/vocabulary';
import Type from 'typebox';
import type { FullBug } from '../answers.ts';
import { BugState, stateLine, stateOf } from '../bug.ts';
import { Id } from '../schema.ts';
import { defineTool, looks } from '../tool.ts';
import { fence, Notice, notice, UntrustedReport } from '../untrusted.ts';

const partLength = 4_000;

const Text = Type.Optional(Type.String());

/** Stack traces come in parts. */
const shortTexts = optionalTexts.filter((name) => name !== 'stack_trace');

export const getBug = defineTool({
  name: 'get_bug',
  title: 'Read a bug',
  description:
    'Reads one bug report in full: description, stack trace, where it happened, screenshot. Use it before working on a bug. Long stack traces and extra data come in parts; `more` says how to get the next.',
  scope: 'read:bugs',
  // Its world is open, because reports come from anywhere.
  annotations: { ...looks, openWorldHint: true },
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
    more: Type.Optional(Type.Array(Type.String(), { description: 'How to read what was cut off' })),
  }),
  missing: 'Find ids with list_bugs.',
  async run(api, { bug_id, stack_from = 0, extra_from = 0 }) {
    const bug = await api.request('GET /mcp/bugs/:bug_id', { bug_id });
    const stack = partOf(bug.stack_trace, stack_from);
    const extra = partOf(bug.extra && JSON.stringify(bug.extra), extra_from);
    const more = [sayMore('stack_trace', 'stack_from', stack), sayMore('extra', 'extra_from', extra)].filter(
      (sentence) => sentence !== undefined,
    );
    const report = reportOf(bug, stack?.text, extra?.text);
    const state = {
      ...stateOf(bug),
      ...(bug.duplicate_of_id && { duplicate_of_id: bug.duplicate_of_id }),
      ...(bug.duplicate_count && { duplicates: bug.duplicate_count }),
    };
    return {
      text: [
        stateLine(state),
        duplicateLine(state),
        duplicatesLine(state),
        ...more,
        '',
        fence(toLines(report)),
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
      data: { notice, bug: state, untrusted_report: report, ...(more.length > 0 && { more }) },
    };
  },
});

interface TextPart {
  text: string;
  from: number;
  end: number;
  length: number;
}

function partOf(text: string | null | undefined, from: number): TextPart | undefined {
  if (!text) return undefined;
  const characters = [...text];
  const end = Math.min(from + partLength, characters.length);
  return { text: characters.slice(from, end).join(''), from, end, length: characters.length };
}

function sayMore(field: string, argument: string, part: TextPart | undefined): string | undefined {
  if (!part || part.end === part.length) return undefined;
  return `${field} is cut: characters ${part.from} to ${part.end} of ${part.length}. For the next part call get_bug with ${argument} ${part.end}.`;
}

function reportOf(bug: FullBug, stack: string | undefined, extra: string | undefined) {
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

const duplicateLine = ({ duplicate_of_id }: { duplicate_of_id?: number }) =>
  duplicate_of_id === undefined ? undefined : `It is marked as a duplicate of #${duplicate_of_id}.`;

const duplicatesLine = ({ duplicates }: { duplicates?: number }) =>
  duplicates === undefined ? undefined : `Reports that are marked as duplicates of it: ${duplicates}.`;

function toLines(report: Record<string, string | string[]>): string {
  return Object.entries(report)
    .map(([field, value]) => `${field}:\n${[value].flat().join('\n')}`)
    .join('\n\n');
}
