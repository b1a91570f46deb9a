import { reportFields, severities, statuses } from '@skep/vocabulary';
import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug, defineTool, Id, OneOf } from '../tool.ts';
import { Name } from './labels.ts';
export const updateBug = defineTool({
  name: 'update_bug',
  title: 'Change a bug',
  description: 'Sets status, severity or title of a bug. Use it to triage or reopen one.',
  ...changesBug,
  input: Type.Object({
    bug_id: Id(),
    status: Type.Optional(OneOf(statuses)),
    severity: Type.Optional(OneOf(severities)),
    title: Type.Optional(Type.String({ maxLength: reportFields.title.most })),
  }),
  output: ChangedBug,
  async run(api, { bug_id, ...body }) {
    const bug = await api.request('PATCH /mcp/bugs/:bug_id', { bug_id }, { body });
    return changed(bug, 'The bug now is:');
  },
});

export const resolveBug = defineTool({
  name: 'resolve_bug',
  title: 'Resolve a bug',
  description:
    'Sets the status of a bug to resolved. Use it once a fix is in place; say with add_comment what was done.',
  ...changesBug,
  input: Type.Object({ bug_id: Id() }),
  output: ChangedBug,
  async run(api, { bug_id }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/resolve', { bug_id });
    return changed(bug, 'The bug is resolved:');
  },
});

export const markSpam = defineTool({
  name: 'mark_spam',
  title: 'Mark a bug as spam',
  description:
    'Sets the status of a bug to spam. Use it for reports that are advertising, abuse or nonsense, not for bugs that will not be fixed.',
  ...changesBug,
  input: Type.Object({ bug_id: Id() }),
  output: ChangedBug,
  async run(api, { bug_id }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/spam', { bug_id });
    return changed(bug, 'The bug is marked as spam:');
  },
});

export const assignToMe = defineTool({
  name: 'assign_to_me',
  title: 'Assign a bug to me',
  description: 'Assigns a bug to the user whose token this is. Use it when that user takes the bug on.',
  ...changesBug,
  input: Type.Object({ bug_id: Id() }),
  output: ChangedBug,
  async run(api, { bug_id }) {
    return changed(
      await api.request('POST /mcp/bugs/:bug_id/assign-me', { bug_id }),
      'The bug is assigned to the user of this token:',
    );
  },
});

export const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on a bug',
  description:
    "Adds a comment to a bug, in the name of the token's user, for the team to read. Use it to note findings, a cause or a fix.",
  ...changesBug,
  annotations: { ...changesBug.annotations, idempotentHint: false },
  input: Type.Object({ bug_id: Id(), body: Type.String({ minLength: 1, maxLength: 10_000 }) }),
  output: Type.Object({ comment_id: Type.Integer(), bug_id: Type.Integer(), created_at: Type.String() }),
  async run(api, { bug_id, body }) {
    const { id, created_at } = await api.request(
      'POST /mcp/bugs/:bug_id/comments',
      { bug_id },
      { body: { body } },
    );
    return {
      text: `Comment ${id} was added to bug #${bug_id}.`,
      data: { comment_id: id, bug_id, created_at },
    };
  },
});

export const addLabelToBug = defineTool({
  name: 'add_label_to_bug',
  title: 'Label a bug',
  description:
    "Puts a label of the bug's team on a bug. Name it by label_id or by label_name, not both. Use it to sort bugs by subject.",
  ...changesBug,
  input: Type.Object({
    bug_id: Id(),
    label_id: Type.Optional(Id()),
    label_name: Type.Optional(Name),
  }),
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels; create_label makes a new one.',
  async run(api, { bug_id, ...body }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/labels', { bug_id }, { body });
    return changed(bug, 'The label is on the bug:');
  },
});

export const removeLabelFromBug = defineTool({
  name: 'remove_label_from_bug',
  title: 'Take a label off a bug',
  description:
    'Takes a label off one bug; other bugs keep it. Name it by label_id or by label_name, not both. Use it when a label does not fit.',
  ...changesBug,
  input: Type.Object({
    bug_id: Id(),
    label_id: Type.Optional(Id()),
    label_name: Type.Optional(Name),
  }),
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels.',
  async run(api, { bug_id, ...query }) {
    const bug = await api.request('DELETE /mcp/bugs/:bug_id/labels', { bug_id }, { query });
    return changed(bug, 'The label is not on the bug:');
  },
});
