import { severities, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { ErrorBody, Id, OneOf } from '../../../schema.ts';
import { BugFilterObject } from '../filters.ts';
import { Assignment } from '../schema.ts';

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

const Chosen = Type.Object({
  ids: Type.Optional(ids),
  filter: Type.Optional({
    ...BugFilterObject,
    description: 'In place of `ids`: every bug that a list with these filters has, 10,000 at most.',
  }),
  except: Type.Optional(
    Type.Array(Id(), { maxItems: 10_000, description: 'Bugs that match the filter and are left alone.' }),
  ),
  expected_total: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Required with `filter`: the `total` of the list that the user has seen. When it is another by now, nothing happens.',
    }),
  ),
});
type Chosen = Static<typeof Chosen>;

/** A filter with everything that belongs to it. */
export type ByFilter = Required<Pick<Chosen, 'filter' | 'expected_total'>> & {
  except: number[] | undefined;
};

/** A tagged union: `operation` says which values are allowed. */
export const BulkChange = Type.Unsafe<Chosen & Static<typeof Operations>>({
  type: 'object',
  properties: Chosen.properties,
  required: ['operation'],
  oneOf: Operations.anyOf,
  discriminator: { propertyName: 'operation' },
  title: 'BulkChange',
  examples: [
    { ids: [412, 413], operation: 'set_status', value: 'resolved' },
    { filter: { label_id: 8 }, except: [414], expected_total: 61, operation: 'mark_spam' },
  ],
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

export const BulkConflict = Type.Object(
  { ...ErrorBody.properties, total: Type.Integer({ description: 'How many bugs match by now.' }) },
  {
    title: 'BulkConflict',
    description: '`expected_total` is another than the number of bugs that match by now',
    examples: [
      { detail: 'Other bugs match by now: look at them, and send the total of the list', total: 62 },
    ],
  },
);
export const UndoResult = Type.Object(
  {
    affected: Type.Integer({ description: 'How many bugs have again what they had before.' }),
    skipped: Type.Integer({
      description:
        'How many of those that the batch had changed stay as they are: they have been changed or deleted since, or what ' +
        'they had is gone.',
    }),
  },
  { title: 'UndoResult', examples: [{ affected: 2, skipped: 0 }] },
);
