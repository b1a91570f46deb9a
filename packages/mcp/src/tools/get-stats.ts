import Type from 'typebox';
import { Stats } from '../answers.ts';
import { defineTool, looks } from '../tool.ts';
import { quote } from '../untrusted.ts';

export const getStats = defineTool({
  name: 'get_stats',
  title: 'Count bugs',
  description:
    "Counts the bugs of all the user's teams by status and severity, and the open ones of each team. Use it for an overview, or to find the ids of teams.",
  scope: 'read:teams',
  annotations: { ...looks, openWorldHint: false },
  input: Type.Object({}),
  output: Stats,
  async run(api) {
    const stats = await api.request('GET /mcp/stats', {});
    const teams = stats.teams.map(
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
