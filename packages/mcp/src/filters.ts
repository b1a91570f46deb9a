import { type BugFilterName, bugFilter, bugFilterNames, filterValuesAllowed } from '@skep/vocabulary';
import Type, { type TOptional, type TSchema, type TUnsafe } from 'typebox';
import { Id, OneOf } from './schema.ts';

type Value = string | number;

/** The filters of bugs as arguments of a tool, made from their one description. */
export const filterArguments: Record<string, TOptional<TUnsafe<Value | Value[]>>> = Object.fromEntries(
  bugFilterNames.map((name) => [nameInTool(name), Type.Optional(Type.Unsafe(schemaFor(name)))]),
);

/** The parameters of the list's route for these arguments. */
export const toQuery = (args: Record<string, Value | Value[] | undefined>) =>
  Object.fromEntries(bugFilterNames.map((name) => [name, args[nameInTool(name)]]));

function nameInTool(name: BugFilterName): string {
  return bugFilter(name).inTool ?? name;
}

/** Descriptions are short, and left out where the name says it all: assistants read them with every conversation. */
function schemaFor(name: BugFilterName): TSchema {
  const { takes, words = [], most = 0, repeated } = bugFilter(name);
  switch (takes) {
    case 'id':
      if (repeated) return Type.Array(Id(), { maxItems: filterValuesAllowed, description: 'All of these' });
      return words.length > 0 ? idOr(words) : Id();
    case 'word':
      return Type.Union([OneOf(words), Type.Array(OneOf(words), { maxItems: filterValuesAllowed })]);
    case 'time':
      return Type.String({ maxLength: 40, description: 'ISO 8601 time or date' });
    case 'text':
      return Type.String({ maxLength: most, description: 'All of it' });
    case 'search':
      return Type.String({ maxLength: most });
  }
}

function idOr(words: readonly string[]): TSchema {
  const pattern = `^(${words.join('|')}|[1-9]\\d{0,15})$`;
  return Type.String({ pattern, description: `${words.join(', ')} or an id` });
}
