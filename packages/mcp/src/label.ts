import Type from 'typebox';
import type { Label } from './answers.ts';
import { quote } from './untrusted.ts';

export const labelLine = ({ id, name, color, bug_count }: Label) =>
  `label ${id} ${quote(name)} ${color} · bugs: ${bug_count}`;

export const Name = Type.String({ minLength: 1, maxLength: 50 });
export const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: '#RRGGBB' });

export const findTeams = 'Find the ids of teams with list_honeycombs or get_stats.';
export const findLabels = 'Find the ids of labels with list_labels.';
