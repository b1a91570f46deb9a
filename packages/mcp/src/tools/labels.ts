import Type from 'typebox';
import { Label } from '../routes.ts';
import { changesLabels, defineTool, Id, looks } from '../tool.ts';
import { quote } from '../untrusted.ts';
export const labelLine = ({ id, name, color, bug_count }: Label) =>
  `label ${id} ${quote(name)} ${color} · bugs: ${bug_count}`;

export const Name = Type.String({ minLength: 1, maxLength: 50 });
export const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: '#RRGGBB' });

export const findTeams = 'Find the ids of teams with list_honeycombs or get_stats.';
export const findLabels = 'Find the ids of labels with list_labels.';

export const listLabels = defineTool({
  name: 'list_labels',
  title: 'List labels',
  description:
    'Lists the labels of a team with their ids and how many bugs carry each. Use it before attaching or changing one.',
  scope: 'read:labels',
  annotations: { ...looks, openWorldHint: false },
  input: Type.Object({ team_id: Id() }),
  output: Type.Object({ labels: Type.Array(Label) }),
  missing: findTeams,
  async run(api, { team_id }) {
    const { items: labels } = await api.request('GET /mcp/teams/:team_id/labels', { team_id });
    const text = labels.map(labelLine).join('\n') || 'This team has no labels yet. create_label makes one.';
    return { text, data: { labels } };
  },
});

export const createLabel = defineTool({
  name: 'create_label',
  title: 'Create a label',
  description:
    'Creates a label in a team. Names are unique in the team, whatever their case. Use it when no label of list_labels fits.',
  ...changesLabels,
  input: Type.Object({ team_id: Id(), name: Name, color: Color }),
  output: Type.Object({ label: Label }),
  missing: findTeams,
  async run(api, { team_id, ...body }) {
    const label = await api.request('POST /mcp/teams/:team_id/labels', { team_id }, { body });
    return { text: `Created ${labelLine(label)}`, data: { label } };
  },
});

export const updateLabel = defineTool({
  name: 'update_label',
  title: 'Change a label',
  description:
    'Renames or recolors a label, on every bug that carries it. Use it only when the user asks for it.',
  ...changesLabels,
  // It is destructive, because nothing remembers the old name.
  annotations: { ...changesLabels.annotations, destructiveHint: true, idempotentHint: true },
  input: Type.Object({ label_id: Id(), name: Type.Optional(Name), color: Type.Optional(Color) }),
  output: Type.Object({ label: Label }),
  missing: findLabels,
  async run(api, { label_id, ...body }) {
    const label = await api.request('PATCH /mcp/labels/:label_id', { label_id }, { body });
    return { text: `Changed to ${labelLine(label)}`, data: { label } };
  },
});

export const deleteLabel = defineTool({
  name: 'delete_label',
  title: 'Delete a label',
  description:
    'Deletes a label for good and takes it off every bug. Use it only when the user asks for it; remove_label_from_bug takes it off one bug.',
  ...changesLabels,
  annotations: { ...changesLabels.annotations, destructiveHint: true, idempotentHint: true },
  input: Type.Object({ label_id: Id() }),
  output: Type.Object({ deleted_label_id: Type.Integer() }),
  missing: findLabels,
  async run(api, { label_id }) {
    await api.request('DELETE /mcp/labels/:label_id', { label_id });
    return { text: `Label ${label_id} is deleted.`, data: { deleted_label_id: label_id } };
  },
});
