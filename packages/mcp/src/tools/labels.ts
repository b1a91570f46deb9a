import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { Label } from '../routes.ts';
import { changesBug, changesLabel, defineTool, Id, readsTeam } from '../tool.ts';
import { quote } from '../untrusted.ts';

const labelLine = ({ id, name, color, bug_count }: Label) =>
  `label ${id} ${quote(name)} ${color} · bugs: ${bug_count}`;

const Name = Type.String({ minLength: 1, maxLength: 50 });
const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: '#RRGGBB' });

const teamAdvice = 'Find team ids with list_honeycombs or get_stats.';

const listLabels = defineTool({
  name: 'list_labels',
  title: 'List labels',
  description:
    'Lists the labels of a team with their ids and bug counts. Use it before adding or changing a label.',
  scope: 'read:labels',
  annotations: readsTeam,
  input: Type.Object({ team_id: Id() }),
  output: Type.Object({ labels: Type.Array(Label) }),
  missing: teamAdvice,
  async run(api, { team_id }) {
    const { items: labels } = await api.request('GET /mcp/teams/:team_id/labels', { team_id });
    const text =
      labels.map(labelLine).join('\n') || 'This team has no labels yet. Create one with create_label.';
    return { text, data: { labels } };
  },
});

const createLabel = defineTool({
  name: 'create_label',
  title: 'Create a label',
  description:
    'Creates a label in a team. Names are unique per team, ignoring case. Use it when no label of list_labels fits.',
  scope: 'write:labels',
  annotations: { ...readsTeam, readOnlyHint: false, idempotentHint: false },
  input: Type.Object({ team_id: Id(), name: Name, color: Color }),
  output: Type.Object({ label: Label }),
  missing: teamAdvice,
  async run(api, { team_id, ...body }) {
    const label = await api.request('POST /mcp/teams/:team_id/labels', { team_id }, { body });
    return { text: `Created ${labelLine(label)}`, data: { label } };
  },
});

const updateLabel = defineTool({
  name: 'update_label',
  title: 'Update a label',
  description: 'Renames or recolors a label on all bugs that have it. Use it only when the user asks for it.',
  ...changesLabel,
  input: Type.Object({ label_id: Id(), name: Type.Optional(Name), color: Type.Optional(Color) }),
  output: Type.Object({ label: Label }),
  async run(api, { label_id, ...body }) {
    const label = await api.request('PATCH /mcp/labels/:label_id', { label_id }, { body });
    return { text: `Updated ${labelLine(label)}`, data: { label } };
  },
});

const deleteLabel = defineTool({
  name: 'delete_label',
  title: 'Delete a label',
  description:
    'Deletes a label permanently and removes it from all bugs. Use it only when the user asks for it. remove_label_from_bug removes it from one bug.',
  ...changesLabel,
  input: Type.Object({ label_id: Id() }),
  output: Type.Object({ deleted_label_id: Type.Integer() }),
  async run(api, { label_id }) {
    await api.request('DELETE /mcp/labels/:label_id', { label_id });
    return { text: `Deleted label ${label_id}.`, data: { deleted_label_id: label_id } };
  },
});

const BugAndLabel = Type.Object({
  bug_id: Id(),
  label_id: Type.Optional(Id()),
  label_name: Type.Optional(Name),
});

const addLabelToBug = defineTool({
  name: 'add_label_to_bug',
  title: 'Add a label to a bug',
  description:
    "Adds a label of the bug's team to a bug. Pass either label_id or label_name. Use it to categorize bugs.",
  ...changesBug,
  input: BugAndLabel,
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels. Create a label with create_label.',
  async run(api, { bug_id, ...body }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/labels', { bug_id }, { body });
    return changed(bug, 'Added the label:');
  },
});

const removeLabelFromBug = defineTool({
  name: 'remove_label_from_bug',
  title: 'Remove a label from a bug',
  description:
    'Removes a label from one bug. Pass either label_id or label_name. Use it when a label does not fit.',
  ...changesBug,
  input: BugAndLabel,
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels.',
  async run(api, { bug_id, ...query }) {
    const bug = await api.request('DELETE /mcp/bugs/:bug_id/labels', { bug_id }, { query });
    return changed(bug, 'Removed the label:');
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
