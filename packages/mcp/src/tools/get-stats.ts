import Type from 'typebox';
import { defineTool, looks } from '../tool.ts';
import { quote } from '../untrusted.ts';

const Counts = Type.Record(Type.String(), Type.Integer());

export const getStats = defineTool({
  name: 'get_stats',
  title: 'Count bugs',
  description:
    "Counts the bugs of all the user's teams by status and severity, and the open ones of each team. Use it for an overview, or to find the ids of teams.",
  scope: 'read:teams',
  annotations: { ...looks, openWorldHint: false },
  input: Type.Object({}),
  output: Type.Object({
    teams: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        slug: Type.String(),
        open_count: Type.Integer(),
      }),
    ),
    open_count: Type.Integer(),
    by_severity: Counts,
    by_status: Counts,
  }),
  async run(api) {
    const stats = await api.request('GET', '/mcp/stats');
    const teams = (stats.teams as { id: number; name: string; open_count: number }[]).map(
      ({ id, name, open_count }) => `team ${id} ${quote(name)}: ${open_count} open`,
    );
    const text = [
      `${stats.open_count} open bugs in all.`,
      ...teams,
      `by status: ${list(stats.by_status)}`,
      `by severity: ${list(stats.by_severity)}`,
    ].join('\n');
    return { text, data: stats };
  },
});

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
