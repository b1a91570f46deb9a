import Type, { type Static } from 'typebox';
import { Honeycomb, Stats } from '../routes.ts';
import { Cursor, defineTool, readCursor, readsTeam } from '../tool.ts';
import { quote } from '../untrusted.ts';

const listHoneycombs = defineTool({
  name: 'list_honeycombs',
  title: 'List projects',
  description: 'Lists projects (honeycombs) with their team. Use it to find ids for other tools.',
  scope: 'read:honeycombs',
  annotations: readsTeam,
  input: Type.Object({ cursor: Cursor }),
  output: Type.Object({ honeycombs: Type.Array(Honeycomb), next_cursor: Type.Optional(Type.String()) }),
  async run(api, { cursor }) {
    const offset = readCursor(cursor);
    const { items, total } = await api.request('GET /mcp/honeycombs', {}, { query: { offset } });
    const honeycombs = items.map(({ id, name, team }) => ({
      id,
      name,
      team: { id: team.id, name: team.name, slug: team.slug },
    }));
    const end = offset + honeycombs.length;
    const next = honeycombs.length > 0 && end < total ? String(end) : undefined;
    return {
      text: describeHoneycombs(honeycombs, next),
      data: { honeycombs, ...(next !== undefined && { next_cursor: next }) },
    };
  },
});

function describeHoneycombs(honeycombs: Static<typeof Honeycomb>[], next: string | undefined): string {
  if (honeycombs.length === 0) return 'No projects yet. The user can create one in the dashboard.';
  const lines = honeycombs.map(
    ({ id, name, team }) =>
      `project ${id} ${quote(name)} · team ${team.id} ${quote(team.name)} (${team.slug})`,
  );
  if (next !== undefined) lines.push(`For the next page call list_honeycombs with cursor "${next}".`);
  return lines.join('\n');
}

const getStats = defineTool({
  name: 'get_stats',
  title: 'Get statistics',
  description:
    "Counts the bugs of all the user's teams by status and severity, and the open bugs of each team. Use it for an overview or to find team ids.",
  scope: 'read:teams',
  annotations: readsTeam,
  input: Type.Object({}),
  output: Stats,
  async run(api) {
    const stats = await api.request('GET /mcp/stats', {});
    const text = [
      `${stats.open_count} open bugs in total.`,
      ...stats.teams.map(({ id, name, open_count }) => `team ${id} ${quote(name)}: ${open_count} open`),
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

export const projectTools = [listHoneycombs, getStats];
