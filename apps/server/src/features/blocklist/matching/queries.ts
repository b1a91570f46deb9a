import type { Db } from '../../../db/connection.ts';
import type { RuleToCompile } from './compiled.ts';

export async function selectRules(db: Db, projectId: number): Promise<RuleToCompile[]> {
  return db
    .selectFrom('blocklist_rules')
    .select(['id', 'kind', 'value'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
}
