import { type RawBuilder, sql } from 'kysely';
import type { CountFilter } from '../../counts/queries/counts.ts';

/** Which bugs are asked for. It was checked before that each of these teams has everything that is named here. */
export interface Filters extends Omit<CountFilter, 'labelId'> {
  labelIds: number[];
  duplicateOf?: number | 'none' | 'any' | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  reporter?: string | undefined;
  environment?: string | undefined;
  appVersion?: string | undefined;
  search?: Search | undefined;
}

/** Words that bugs must all have, or a text that must occur in them as a substring. A bug number also finds that bug. */
export type Search = ({ words: string[] } | { text: string }) & { bugId?: number | undefined };

export type Condition = RawBuilder<unknown>;

/** The conditions of the filters on columns of `bugs`, except for the team. */
export const conditionsOf = (filters: Filters): Condition[] => [
  ...coveredConditions(filters),
  ...uncoveredConditions(filters),
];

/** Those on columns that are in the indexes of lists, so that no row is read for them. */
export function coveredConditions(filters: Filters): Condition[] {
  const { projectId, statuses, severities, assigneeId } = filters;
  const conditions = [];
  if (projectId !== undefined) conditions.push(sql`project_id = ${projectId}`);
  if (statuses) conditions.push(isOneOf('status', statuses));
  if (severities) conditions.push(isOneOf('severity', severities));
  if (assigneeId === null) conditions.push(sql`assignee_id is null`);
  else if (assigneeId !== undefined) conditions.push(sql`assignee_id = ${assigneeId}`);
  return [...conditions, ...timeConditions(filters)];
}

/** Those for which the row of a bug has to be read. */
export function uncoveredConditions(filters: Filters): Condition[] {
  const { duplicateOf, reporter, environment, appVersion } = filters;
  const conditions = [];
  if (duplicateOf !== undefined) conditions.push(isDuplicateOf(duplicateOf));
  if (reporter !== undefined) conditions.push(isReportedBy(reporter));
  if (environment !== undefined) conditions.push(sql`environment = ${environment}`);
  if (appVersion !== undefined) conditions.push(sql`app_version = ${appVersion}`);
  return conditions;
}

/** Those of the conditions by which bugs are not counted together with the others. */
export const furtherConditions = (filters: Filters): Condition[] => [
  ...timeConditions(filters),
  ...uncoveredConditions(filters),
];

export function timeConditions({ createdAfter, createdBefore }: Filters): Condition[] {
  const conditions = [];
  if (createdAfter) conditions.push(sql`created_at >= ${createdAfter}`);
  if (createdBefore) conditions.push(sql`created_at < ${createdBefore}`);
  return conditions;
}

export function isDuplicateOf(other: number | 'none' | 'any'): Condition {
  if (typeof other === 'number') return sql`duplicate_of_id = ${other}`;
  return other === 'any' ? sql`duplicate_of_id is not null` : sql`duplicate_of_id is null`;
}

const isReportedBy = (reporter: string) => sql`(
  fold_ascii(reporter_email) = fold_ascii(${reporter}) or fold_ascii(reporter_identifier) = fold_ascii(${reporter})
)`;

/** A single value is compared as one, because only then can an index scan keep the order of ids. */
export const isOneOf = (column: string, values: readonly string[]): Condition =>
  values.length === 1 ? sql`${sql.ref(column)} = ${values[0]}` : sql`${sql.ref(column)} = any(${values})`;

/** The conditions that the bug with this id carries each of these labels. */
export const hasLabels = (bugId: Condition, labelIds: number[]): Condition[] =>
  labelIds.map((id) => sql`exists (select from bug_labels where bug_id = ${bugId} and label_id = ${id})`);

/** A half-open range of ids: `downTo` belongs to it, `before` does not. Without them it has no end. */
export interface Within {
  before?: number | null;
  downTo?: number;
}

export const isWithin = (bugId: Condition, { before = null, downTo = 0 }: Within): Condition =>
  allOf([
    ...(before === null ? [] : [sql`${bugId} < ${before}`]),
    ...(downTo > 0 ? [sql`${bugId} >= ${downTo}`] : []),
  ]);

export const allOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;

/**
 * How many of the bugs with these ids meet the conditions, as an expression of SQL. An array of them is looked up in the order of the
 * index, page by page, which takes half the time of looking up one after the other.
 */
export const countAmong = (ids: RawBuilder<unknown>, conditions: Condition[]) => sql<number>`(
  select count(*) from bugs where id = any(${ids}) and ${allOf(conditions)}
)`;
