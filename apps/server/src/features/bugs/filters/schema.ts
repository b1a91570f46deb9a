import {
  type BugFilterName,
  type BugFilters,
  bugFilter,
  bugFilterNames,
  filterValuesAllowed,
} from '@skep/vocabulary';
import Type, { type TSchema } from 'typebox';
import { Id, LooseText, OneOf } from '../../../schema.ts';

/*
 * The filters of bugs in both forms in which they are sent, made from their one description: as parameters of a query, and
 * as JSON. Both are read into the same values.
 */

type FilterProperties = {
  [Name in BugFilterName]: Type.TOptional<Type.TUnsafe<NonNullable<BugFilters[Name]>>>;
};

const timeForm = 'A time of ISO 8601 with its zone, or a date, which is its midnight UTC.';

const orOneOf = (words: readonly string[]) => ({
  type: ['integer', 'string'],
  pattern: `^(${words.join('|')})$`,
});

/** Parameters of a query. What may be repeated arrives as a list. */
export const filterParameters = propertiesOf(({ repeated, ...filter }) =>
  repeated ? several(filter) : one(filter),
);

/** Properties of a JSON object. What may be repeated is one value, or a list of them. */
export const filterProperties = propertiesOf(({ repeated, ...filter }) =>
  repeated ? oneOrSeveral(filter) : one(filter),
);

export const BugFilterQuery = Type.Object(filterParameters);

export const BugFilterObject = Type.Object(filterProperties, {
  title: 'BugFilters',
  additionalProperties: false,
  description: 'A bug has to meet all of them; without any, all bugs do.',
});

type Filter = ReturnType<typeof bugFilter>;

function propertiesOf(toSchema: (filter: Filter) => object): FilterProperties {
  const entries = bugFilterNames.map((name) => [name, Type.Optional(toSchema(bugFilter(name)) as TSchema)]);
  return Object.fromEntries(entries);
}

function one({ takes, words, most = 0, description }: Filter): object {
  switch (takes) {
    case 'id':
      return words ? { ...Id({ description }), ...orOneOf(words) } : Id({ description });
    case 'word':
      return OneOf(words ?? [], { description });
    case 'time':
      return Type.String({
        format: 'time-or-date',
        maxLength: 40,
        description: `${description} ${timeForm}`,
      });
    case 'text':
      return { ...LooseText(most, { description }), minLength: 1 };
    case 'search':
      return LooseText(most, { description });
  }
}

function several(filter: Filter): object {
  const { description, ...items } = one(filter) as { description: string };
  return Type.Array(items as TSchema, {
    maxItems: filterValuesAllowed,
    description: `${description} May be repeated.`,
  });
}

/** An id is told apart from a list by its type, so that what is wrong in a list can be said of that entry. */
function oneOrSeveral(filter: Filter): object {
  const { description, ...single } = one(filter) as { description: string };
  const list = { type: 'array', items: single, maxItems: filterValuesAllowed };
  if (filter.takes === 'id') return { ...single, ...list, type: ['integer', 'array'], description };
  return { anyOf: [single, list], description };
}
