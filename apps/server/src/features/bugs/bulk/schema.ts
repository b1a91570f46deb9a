import { severities, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, OneOf } from '../../../schema.ts';
import { Assignment } from '../change/schema.ts';

const ids = Type.Array(Id(), {
  maxItems: 500,
  description: 'Those that are not yours to see are left out, and not counted.',
});

const Operations = Type.Union([
  Type.Object({ operation: OneOf(['set_status']), value: OneOf(statuses) }),
  Type.Object({ operation: OneOf(['set_severity']), value: OneOf(severities) }),
  Type.Object({ operation: OneOf(['assign']), value: Assignment }),
  Type.Object({ operation: OneOf(['add_label', 'remove_label']), value: Id() }),
  Type.Object({ operation: OneOf(['mark_spam', 'delete']), value: Type.Optional(Type.Null()) }),
]);

/** A tagged union: `operation` says which values are allowed. */
export const BulkChange = Type.Unsafe<{ ids: number[] } & Static<typeof Operations>>({
  type: 'object',
  properties: { ids },
  required: ['ids', 'operation'],
  oneOf: Operations.anyOf,
  discriminator: { propertyName: 'operation' },
  examples: [{ ids: [412, 413], operation: 'set_status', value: 'resolved' }],
});
export type BulkChange = Static<typeof BulkChange>;

export const BulkResult = Type.Object(
  {
    affected: Type.Integer({ description: 'How many of the bugs are yours to change in this way.' }),
    batch_id: Id({ description: 'Undoes this within ten minutes, unless it is a deletion.' }),
  },
  { title: 'BulkResult', examples: [{ affected: 2, batch_id: 57 }] },
);
export type BulkResult = Static<typeof BulkResult>;
