import Type, { type Static } from 'typebox';
import { defineTool, looks } from '../tool.ts';
import { quote } from '../untrusted.ts';

const Honeycomb = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  team: Type.Object({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
});

export const listHoneycombs = defineTool({
  name: 'list_honeycombs',
  title: 'List projects',
  description:
    'Lists the projects (honeycombs) that collect bug reports, each with its team. Use it to find the ids of projects and teams that other tools take.',
  scope: 'read:honeycombs',
  annotations: { ...looks, openWorldHint: false },
  input: Type.Object({}),
  output: Type.Object({ honeycombs: Type.Array(Honeycomb) }),
  async run(api) {
    const { items } = await api.request('GET /mcp/honeycombs', {});
    const honeycombs = items.map(({ id, name, description, team }) => ({
      id,
      name,
      ...(description && { description }),
      team: { id: team.id, name: team.name, slug: team.slug },
    }));
    return { text: describe(honeycombs), data: { honeycombs } };
  },
});

function describe(honeycombs: Static<typeof Honeycomb>[]): string {
  if (honeycombs.length === 0) return 'There are no projects yet. The user can create one in the dashboard.';
  return honeycombs
    .map(
      ({ id, name, team }) =>
        `project ${id} ${quote(name)} · team ${team.id} ${quote(team.name)} (${team.slug})`,
    )
    .join('\n');
}
