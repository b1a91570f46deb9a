import Type from 'typebox';
import { Label } from '../answers.ts';
import { findTeams, labelLine } from '../label.ts';
import { Id } from '../schema.ts';
import { defineTool, looks } from '../tool.ts';

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
