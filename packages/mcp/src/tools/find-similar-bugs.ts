import Type, { type Static } from 'typebox';
import { Indexing, indexingLines, Title, titleLine, titleOf } from '../bug.ts';
import { Id } from '../schema.ts';
import { defineTool, looks } from '../tool.ts';
import { fence, Notice, notice } from '../untrusted.ts';

const SimilarBug = Type.Object({
  id: Type.Integer(),
  score: Type.Number({ description: 'From 0.8: same stack trace' }),
  status: Type.String(),
  untrusted_report: Title,
});
type SimilarBug = Static<typeof SimilarBug>;

export const findSimilarBugs = defineTool({
  name: 'find_similar_bugs',
  title: 'Find similar bugs',
  description:
    'Finds up to 5 likely duplicates of a bug in its project. Use it to see whether a bug is known already.',
  scope: 'read:bugs',
  // Its world is open, because reports come from anywhere.
  annotations: { ...looks, openWorldHint: true },
  input: Type.Object({ bug_id: Id() }),
  output: Type.Object({ notice: Notice, indexing: Indexing, bugs: Type.Array(SimilarBug) }),
  missing: 'Find ids with list_bugs.',
  async run(api, { bug_id }) {
    const { items, indexing } = await api.request('GET /mcp/bugs/:bug_id/similar', { bug_id });
    const bugs = items.map((bug) => ({
      id: bug.id,
      score: bug.score,
      status: bug.status,
      untrusted_report: titleOf(bug),
    }));
    return {
      text: [...indexingLines(indexing), describe(bug_id, bugs)].join('\n'),
      data: { notice, ...(indexing && { indexing }), bugs },
    };
  },
});

function describe(id: number, bugs: SimilarBug[]): string {
  if (bugs.length === 0) return `Nothing in its project resembles bug #${id}.`;
  return [
    `Likely duplicates of bug #${id}, the likeliest first.`,
    ...bugs.map(({ id, status, score }) => `#${id} ${status} · score ${score}`),
    '',
    fence(bugs.map((bug) => titleLine(bug.id, bug.untrusted_report)).join('\n')),
  ].join('\n');
}
