import Type from 'typebox';
import { Label } from '../answers.ts';
import { changesLabels } from '../changes.ts';
import { Color, findTeams, labelLine, Name } from '../label.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

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
