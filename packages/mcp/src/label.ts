import Type, { type Static } from 'typebox';
import { quote } from './untrusted.ts';

export const Label = Type.Object({
  id: Type.Integer(),
  team_id: Type.Integer(),
  name: Type.String(),
  color: Type.String(),
  bug_count: Type.Integer(),
});
export type Label = Static<typeof Label>;

export const labelLine = ({ id, name, color, bug_count }: Label) =>
  `label ${id} ${quote(name)} ${color} · bugs: ${bug_count}`;

export const Name = Type.String({ minLength: 1, maxLength: 50 });
export const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: '#RRGGBB' });

export const findTeams = 'Find the ids of teams with list_honeycombs or get_stats.';
export const findLabels = 'Find the ids of labels with list_labels.';
