import Type, { type Static } from 'typebox';
import { Cursor, readCursor } from '../cursor.ts';
import { defineTool, looks } from '../tool.ts';
import { quote } from '../untrusted.ts';

const Honeycomb = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  team: Type.Object({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
});

export const listHoneycombs = defineTool({
  name: 'list_honeycombs',
  title: 'List projects',
  description: 'Lists projects (honeycombs) with their team. Use it to find ids for other tools.',
  scope: 'read:honeycombs',
  annotations: { ...looks, openWorldHint: false },
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
      text: describe(honeycombs, next),
      data: { honeycombs, ...(next !== undefined && { next_cursor: next }) },
    };
  },
});

function describe(honeycombs: Static<typeof Honeycomb>[], next: string | undefined): string {
  if (honeycombs.length === 0) return 'There are no projects yet. The user can create one in the dashboard.';
  const lines = honeycombs.map(
    ({ id, name, team }) =>
      `project ${id} ${quote(name)} · team ${team.id} ${quote(team.name)} (${team.slug})`,
  );
  if (next !== undefined) lines.push(`For the next page call list_honeycombs with cursor "${next}".`);
  return lines.join('\n');
}
