import { type Actor, requireProject } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { selectPage, teamOf } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';
import { listItems } from '../bugs/read.ts';
import { noteChangedProject } from '../events/outbox.ts';
import { compileBlocklist, ruleIdentity, ruleProblem } from './matching.ts';
import type { NewRule, RulePreview, RuleToTry } from './schema.ts';

const rulesAllowed = 5_000;
export const ruleExists = () => conflict('value: this rule already exists');
export const hasTooManyRules = () =>
  conflict(`A project has at most ${rulesAllowed} rules. Remove one first.`);

const ruleColumns = ['id', 'project_id', 'kind', 'value', 'reason', 'match_count', 'created_at'] as const;

export async function listRules(context: Context, actor: Actor, projectId: number, page: Pagination) {
  const db = context.pools.main;
  await requireProject(db, actor, projectId);
  const rules = db.selectFrom('blocklist_rules').where('project_id', '=', projectId);
  return selectPage(rules.select(ruleColumns).orderBy('id', 'desc'), page);
}

export async function createRule(context: Context, actor: Actor, projectId: number, input: NewRule) {
  requireValidRule(input);
  await requireProject(context.pools.main, actor, projectId);
  const { kind, value, reason = null } = input;
  const identity = ruleIdentity(input);
  return inTransaction(context.pools.main, async (trx) => {
    await raiseRulesVersion(trx, projectId);
    const rules = trx.selectFrom('blocklist_rules').select(['kind', 'value']);
    const present = await rules.where('project_id', '=', projectId).execute();
    if (present.some((rule) => ruleIdentity(rule) === identity)) throw ruleExists();
    if (present.length >= rulesAllowed) throw hasTooManyRules();
    return trx
      .insertInto('blocklist_rules')
      .values({ team_id: teamOf('projects', projectId), project_id: projectId, kind, value, reason })
      .returning(ruleColumns)
      .executeTakeFirstOrThrow();
  });
}

export async function deleteRule(
  context: Context,
  actor: Actor,
  projectId: number,
  id: number,
): Promise<void> {
  await requireProject(context.pools.main, actor, projectId);
  await inTransaction(context.pools.main, async (trx) => {
    await raiseRulesVersion(trx, projectId);
    const rule = trx.deleteFrom('blocklist_rules').where('project_id', '=', projectId).where('id', '=', id);
    const { numDeletedRows } = await rule.executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound();
  });
}

/** Invalidates compiled rules in all processes, and serializes changes of a project's rules. */
async function raiseRulesVersion(trx: Trx, projectId: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set((eb) => ({ rules_version: eb('rules_version', '+', 1) }))
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw notFound();
  await noteChangedProject(trx, projectId);
}

const reportsToTry = 1_000;
const reportsPerPage = 100;
const sampleSize = 20;

/** Returns what a rule would have dropped. IP addresses are not stored, so IP rules cannot be tried. */
export async function previewRule(
  context: Context,
  actor: Actor,
  projectId: number,
  input: RuleToTry,
): Promise<RulePreview> {
  requireValidRule(input);
  await requireProject(context.pools.main, actor, projectId);
  if (input.kind === 'ip') return { matched: 0, checked: 0, sample: [] };
  const { match } = compileBlocklist([{ id: 0, ...input }]);
  const matched: number[] = [];
  let checked = 0;
  for await (const report of lastReports(context, projectId)) {
    checked++;
    const { user_agent, ...texts } = report;
    const suspect = { ...texts, userAgents: user_agent === null ? [] : [user_agent], ip: null };
    if (match(suspect) !== null) matched.push(report.id);
  }
  const sample = await listItems(context, context.pools.main, matched.slice(0, sampleSize));
  return { matched: matched.length, checked, sample };
}

/** Read in pages because reports can be long. */
async function* lastReports(context: Context, projectId: number) {
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < reportsToTry; read += reportsPerPage) {
    const reports = await context.pools.main
      .selectFrom('bugs')
      .select(['id', 'title', 'description', 'reporter_email', 'user_agent'])
      .where('project_id', '=', projectId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(reportsPerPage)
      .execute();
    yield* reports;
    const last = reports.at(-1);
    if (!last || reports.length < reportsPerPage) return;
    before = last.id;
  }
}

function requireValidRule(rule: RuleToTry): void {
  const problem = ruleProblem(rule);
  if (problem) throw invalid('value', problem);
}
