import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { Label } from '../routes.ts';
import { changesBug, changesLabel, defineTool, Id, readsTeam } from '../tool.ts';
import { quote } from '../untrusted.ts';

const labelLine = ({ id, name, color, bug_count }: Label) =>
  `label ${id} ${quote(name)} ${color} · bugs: ${bug_count}`;

const Name = Type.String({ minLength: 1, maxLength: 50 });
const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: '#RRGGBB' });

const findTeams = 'Find the ids of teams with list_honeycombs or get_stats.';

const listLabels = defineTool({
  name: 'list_labels',
  title: 'List labels',
  description:
    'Lists the labels of a team with their ids and how many bugs carry each. Use it before attaching or changing one.',
  scope: 'read:labels',
  annotations: readsTeam,
  input: Type.Object({ team_id: Id() }),
  output: Type.Object({ labels: Type.Array(Label) }),
  missing: findTeams,
  async run(api, { team_id }) {
    const { items: labels } = await api.request('GET /mcp/teams/:team_id/labels', { team_id });
    const text = labels.map(labelLine).join('\n') || 'This team has no labels yet. create_label makes one.';
    return { text, data: { labels } };
  },
});

const createLabel = defineTool({
  name: 'create_label',
  title: 'Create a label',
  description:
    'Creates a label in a team. Names are unique in the team, whatever their case. Use it when no label of list_labels fits.',
  scope: 'write:labels',
  annotations: { ...readsTeam, readOnlyHint: false, idempotentHint: false },
  input: Type.Object({ team_id: Id(), name: Name, color: Color }),
  output: Type.Object({ label: Label }),
  missing: findTeams,
  async run(api, { team_id, ...body }) {
    const label = await api.request('POST /mcp/teams/:team_id/labels', { team_id }, { body });
    return { text: `Created ${labelLine(label)}`, data: { label } };
  },
});

const updateLabel = defineTool({
  name: 'update_label',
  title: 'Change a label',
  description:
    'Renames or recolors a label, on every bug that carries it. Use it only when the user asks for it.',
  ...changesLabel,
  input: Type.Object({ label_id: Id(), name: Type.Optional(Name), color: Type.Optional(Color) }),
  output: Type.Object({ label: Label }),
  async run(api, { label_id, ...body }) {
    const label = await api.request('PATCH /mcp/labels/:label_id', { label_id }, { body });
    return { text: `Changed to ${labelLine(label)}`, data: { label } };
  },
});

const deleteLabel = defineTool({
  name: 'delete_label',
  title: 'Delete a label',
  description:
    'Deletes a label for good and takes it off every bug. Use it only when the user asks for it; remove_label_from_bug takes it off one bug.',
  ...changesLabel,
  input: Type.Object({ label_id: Id() }),
  output: Type.Object({ deleted_label_id: Type.Integer() }),
  async run(api, { label_id }) {
    await api.request('DELETE /mcp/labels/:label_id', { label_id });
    return { text: `Label ${label_id} is deleted.`, data: { deleted_label_id: label_id } };
  },
});

const BugAndLabel = Type.Object({
  bug_id: Id(),
  label_id: Type.Optional(Id()),
  label_name: Type.Optional(Name),
});

const addLabelToBug = defineTool({
  name: 'add_label_to_bug',
  title: 'Label a bug',
  description:
    "Puts a label of the bug's team on a bug. Name it by label_id or by label_name, not both. Use it to sort bugs by subject.",
  ...changesBug,
  input: BugAndLabel,
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels; create_label makes a new one.',
  async run(api, { bug_id, ...body }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/labels', { bug_id }, { body });
    return changed(bug, 'The label is on the bug:');
  },
});

const removeLabelFromBug = defineTool({
  name: 'remove_label_from_bug',
  title: 'Take a label off a bug',
  description:
    'Takes a label off one bug; other bugs keep it. Name it by label_id or by label_name, not both. Use it when a label does not fit.',
  ...changesBug,
  input: BugAndLabel,
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels.',
  async run(api, { bug_id, ...query }) {
    const bug = await api.request('DELETE /mcp/bugs/:bug_id/labels', { bug_id }, { query });
    return changed(bug, 'The label is not on the bug:');
  },
});

export const labelTools = [
  listLabels,
  createLabel,
  updateLabel,
  deleteLabel,
  addLabelToBug,
  removeLabelFromBug,
];
