import Type, { type Static } from 'typebox';
import { Id, ListOf, PatchOf, Text } from '../../schema.ts';

const Color = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'must be a color in the form #RRGGBB',
});

export const Label = Type.Object(
  {
    id: Id(),
    team_id: Id(),
    name: Type.String(),
    color: Type.String(),
    bug_count: Type.Integer({ description: 'Number of bugs with this label, in any status.' }),
  },
  {
    title: 'Label',
    examples: [{ id: 8, team_id: 1, name: 'Checkout', color: '#F59E0B', bug_count: 12 }],
  },
);
export type Label = Static<typeof Label>;
export const LabelList = ListOf(Label);

const fields = { name: Text(50, { description: 'Unique in the team, case-insensitive.' }), color: Color };

export const NewLabel = Type.Object(fields, {
  title: 'NewLabel',
  examples: [{ name: 'Checkout', color: '#F59E0B' }],
});
export type NewLabel = Static<typeof NewLabel>;

export const LabelPatch = PatchOf(fields, { title: 'LabelPatch', examples: [{ name: 'Payment' }] });
export const LabelMerge = Type.Object(
  { into_label_id: Id({ description: 'The label to keep, in the same team.' }) },
  { title: 'LabelMerge', examples: [{ into_label_id: 9 }] },
);

export type LabelPatch = Static<typeof LabelPatch>;
