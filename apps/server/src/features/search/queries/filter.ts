import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { CountFilter } from '../../counts/queries/counts.ts';

/** Which bugs are asked for. It was checked before that each of these teams has the project, labels and user named here. */
export interface Filters extends Omit<CountFilter, 'labelId'> {
  labelIds: number[];
  search?: Search | undefined;
}

/** Words that bugs must all have, or a text that must occur in them as a substring. */
export type Search = { words: string[] } | { text: string };

/** The things of a team that filters can name. */
export interface Named {
  projectId?: number | undefined;
  labelIds: number[];
  memberId?: number | undefined;
}

export interface TeamsOfNamed {
  project: number | null;
  labels: number[];
  member: number[];
}

/** Says in which of these teams the project, each of the labels and the member are. */
export async function findTeamsOf(
  db: Db,
  teamIds: number[],
  { projectId = 0, labelIds, memberId = 0 }: Named,
): Promise<TeamsOfNamed> {
  const { rows } = await sql<TeamsOfNamed>`
    select
      (select team_id from projects where id = ${projectId} and team_id = any(${teamIds})) as project,
      array(select team_id from labels where id = any(${labelIds}) and team_id = any(${teamIds})) as labels,
      array(select team_id from memberships where user_id = ${memberId} and team_id = any(${teamIds})) as member
  `.execute(db);
  return rows[0] as TeamsOfNamed;
}

type Condition = RawBuilder<unknown>;

/** The conditions of the filters on columns of `bugs`, except for the team. */
export function conditionsOf({ projectId, status, severity, assigneeId }: Filters): Condition[] {
  const conditions = [];
  if (projectId !== undefined) conditions.push(sql`project_id = ${projectId}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (severity !== undefined) conditions.push(sql`severity = ${severity}`);
  if (assigneeId === null) conditions.push(sql`assignee_id is null`);
  else if (assigneeId !== undefined) conditions.push(sql`assignee_id = ${assigneeId}`);
  return conditions;
}

/** The conditions that the bug with this id carries each of these labels. */
export const hasLabels = (bugId: Condition, labelIds: number[]): Condition[] =>
  labelIds.map((id) => sql`exists (select from bug_labels where bug_id = ${bugId} and label_id = ${id})`);

export const isBefore = (bugId: Condition, before: number | null): Condition =>
  before === null ? sql`true` : sql`${bugId} < ${before}`;

export const allOf = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
