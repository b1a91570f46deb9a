import type { RuleKind } from '@skep/vocabulary';
import type { Db, Trx } from '../../db/connection.ts';
import { teamOf } from '../../db/team-of.ts';
import type { Pagination } from '../../schema.ts';

const ruleColumns = ['id', 'project_id', 'kind', 'value', 'reason', 'match_count', 'created_at'] as const;

export function listRules(db: Db, projectId: number, { limit, offset }: Pagination) {
  return db
    .selectFrom('blocklist_rules')
    .select(ruleColumns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countRules(db: Db, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('blocklist_rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Locks the project, so that rules created at the same time see each other, and lists its rules. Reports are not held up by
 * this lock. Undefined when the project has been deleted meanwhile.
 */
export async function selectRulesLocked(trx: Trx, projectId: number) {
  const project = trx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate();
  if (!(await project.executeTakeFirst())) return undefined;
  return trx
    .selectFrom('blocklist_rules')
    .select(['kind', 'value'])
    .where('project_id', '=', projectId)
    .execute();
}

export function insertRule(
  db: Db,
  values: { project_id: number; kind: RuleKind; value: string; reason: string | null },
) {
  return db
    .insertInto('blocklist_rules')
    .values({ ...values, team_id: teamOf('projects', values.project_id) })
    .returning(ruleColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteRule(db: Db, projectId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('blocklist_rules')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The newest reports with an id below this one, with the fields that rules look at. */
export function selectReportsBefore(db: Db, projectId: number, id: number, limit: number) {
  return db
    .selectFrom('bugs')
    .select(['id', 'title', 'description', 'reporter_email', 'user_agent'])
    .where('project_id', '=', projectId)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
