import {
  type BugFilterName,
  type BugFilters,
  bugFilter,
  bugFilterNames,
  maxFilterValues,
} from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import Type, { type TSchema } from 'typebox';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { readTime } from '../../iso-time.ts';
import { Id, LooseText, OneOf } from '../../schema.ts';
import { type Search, searchFor } from '../search/search.ts';

/* Bug filters: query parameters, JSON schema and SQL conditions, all derived from the vocabulary. */

type FilterProperties = {
  [Name in BugFilterName]: Type.TOptional<Type.TUnsafe<NonNullable<BugFilters[Name]>>>;
};
type Filter = ReturnType<typeof bugFilter>;

const timeForm = 'An ISO 8601 time with a zone, or a date (midnight UTC).';

/** Query parameters. Repeatable ones arrive as lists. */
export const filterParameters = propertiesOf(({ repeated, ...filter }) =>
  repeated ? several(filter) : one(filter),
);

/** JSON properties. Repeatable ones are a value or a list. */
export const filterProperties = propertiesOf(({ repeated, ...filter }) =>
  repeated ? oneOrSeveral(filter) : one(filter),
);

export const BugFilterObject = Type.Object(filterProperties, {
  title: 'BugFilters',
  additionalProperties: false,
  description: 'A bug must match all filters. Without filters all bugs match.',
});

function propertiesOf(toSchema: (filter: Filter) => object): FilterProperties {
  const entries = bugFilterNames.map((name) => [name, Type.Optional(toSchema(bugFilter(name)) as TSchema)]);
  return Object.fromEntries(entries);
}

function one({ type, values, maxLength = 0, description }: Filter): object {
  switch (type) {
    case 'id':
      return values
        ? { ...Id({ description }), type: ['integer', 'string'], pattern: `^(${values.join('|')})$` }
        : Id({ description });
    case 'enum':
      return OneOf(values ?? [], { description });
    case 'time':
      return Type.String({
        format: 'time-or-date',
        maxLength: 40,
        description: `${description} ${timeForm}`,
      });
    case 'text':
      return { ...LooseText(maxLength, { description }), minLength: 1 };
    case 'search':
      return LooseText(maxLength, { description });
  }
}

function several(filter: Filter): object {
  const { description, ...items } = one(filter) as { description: string };
  return Type.Array(items as TSchema, {
    maxItems: maxFilterValues,
    description: `${description} May be repeated.`,
  });
}

/** An id and a list differ by type, so that an error can name the invalid entry. */
function oneOrSeveral(filter: Filter): object {
  const { description, ...single } = one(filter) as { description: string };
  const list = { type: 'array', items: single, maxItems: maxFilterValues };
  if (filter.type === 'id') return { ...single, ...list, type: ['integer', 'array'], description };
  return { anyOf: [single, list], description };
}

type Condition = RawBuilder<unknown>;

/** The teams, conditions and search that select bugs. */
export interface Filters {
  teamIds: number[];
  conditions: Condition[];
  search: Search | undefined;
}

/** References to entities the actor cannot see are not found. */
export async function resolveFilters(context: Context, actor: Actor, given: BugFilters): Promise<Filters> {
  const teamIds = await findTeams(context, actor, given);
  const conditions = bugFilterNames.flatMap((name) =>
    valuesOf(given[name]).length > 0 ? conditionsOf(name, valuesOf(given[name]), actor) : [],
  );
  return { teamIds, conditions, search: searchFor(context, teamIds, given.search) };
}

type Value = string | number;

/** An empty list does not filter. */
const valuesOf = (given: Value | Value[] | undefined): Value[] =>
  given === undefined ? [] : [...new Set([given].flat())];

function conditionsOf(name: BugFilterName, values: Value[], { userId }: Actor): Condition[] {
  const { type, fields = [], comparison, repeated } = bugFilter(name);
  const [value = ''] = values;
  const [column] = fields.map((field) => sql.ref(`bugs.${field}`));
  if (name === 'label_id') return values.map(hasLabel);
  if (!column) return [];
  if (type === 'time')
    return [sql`${column} ${comparison === 'at-or-after' ? sql`>=` : sql`<`} ${readTime(String(value))}`];
  if (type === 'text') {
    const matches = fields.map((field) => isText(field, String(value), bugFilter(name)));
    return [sql`(${sql.join(matches, sql` or `)})`];
  }
  if (repeated) return [values.length === 1 ? sql`${column} = ${value}` : sql`${column} = any(${values})`];
  if (value === 'none') return [sql`${column} is null`];
  if (value === 'any') return [sql`${column} is not null`];
  return [sql`${column} = ${value === 'me' ? userId : value}`];
}

const hasLabel = (id: Value) =>
  sql`exists (select from bug_labels where bug_labels.bug_id = bugs.id and bug_labels.label_id = ${id})`;

/** Indexed prefix length. Index entries have a size limit. */
const indexedLength = 100;

function isText(field: string, text: string, { maxLength = 0, comparison }: Filter): Condition {
  const fold = (value: RawBuilder<unknown>) =>
    comparison === 'case-insensitive' ? sql`fold_ascii(${value})` : value;
  const column = sql.ref(`bugs.${field}`);
  if (maxLength <= indexedLength) return sql`${fold(column)} = ${fold(sql`${text}`)}`;
  const begins = sql`${fold(sql`left(${column}, ${sql.lit(indexedLength)})`)} = ${fold(sql`left(${text}, ${sql.lit(indexedLength)})`)}`;
  // A prefix shorter than the indexed length is the whole text.
  if ([...text].length < indexedLength) return begins;
  return sql`(${begins} and ${fold(column)} = ${fold(sql`${text}`)})`;
}

/** The actor's teams that contain every entity the filters reference. Throws 404 if none does. */
export async function findTeams({ pools }: Context, actor: Actor, given: BugFilters): Promise<number[]> {
  const references = bugFilterNames.flatMap((name) => {
    const { refersTo } = bugFilter(name);
    const ids = refersTo ? valuesOf(given[name]).filter((value) => typeof value === 'number') : [];
    return ids.map((id) => ({ kind: refersTo, id }));
  });
  const { team_id } = given;
  if (team_id !== undefined && !actor.teamIds.includes(team_id)) throw notFound();
  const asked = team_id === undefined ? actor.teamIds : [team_id];
  if (references.length === 0) return asked;
  const { rows } = await sql<{ team_ids: number[] | null }>`
    select array_agg(team_id) as team_ids
    from unnest(${references.map(({ kind }) => kind)}::text[], ${references.map(({ id }) => id)}::bigint[])
      with ordinality as reference (kind, id, place)
    left join lateral (
      select team_id from projects where kind = 'project' and projects.id = reference.id
      union all select team_id from labels where kind = 'label' and labels.id = reference.id
      union all select team_id from memberships where kind = 'member' and user_id = reference.id
      union all select team_id from bugs where kind = 'bug' and bugs.id = reference.id
    ) as found on team_id = any(${actor.teamIds})
    group by place`.execute(pools.main);
  const teamsOfEach = rows.map(({ team_ids }) => (team_ids ?? []).filter((id) => id !== null));
  if (teamsOfEach.some((teams) => teams.length === 0)) throw notFound();
  return asked.filter((id) => teamsOfEach.every((teams) => teams.includes(id)));
}
