import type { Actor } from '../../auth/actor.ts';
import { requireProject, requireTeam } from '../../auth/ownership.ts';
import { generateSecret } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../errors.ts';
import { monthlyCap } from '../../plans.ts';
import { discardAttachmentsOfProject, discardDroppedOfProject } from '../attachments/queries.ts';
import { deleteSomeBugsOfProject } from '../bugs/queries/delete.ts';
import { followNotificationEmails } from '../notifications/consent/operations.ts';
import * as addresses from '../notifications/queries/addresses.ts';
import { deleteLog } from '../webhooks/delivery/queries/clean-up.ts';
import { listWebhooks, lockWebhooksOfProject } from '../webhooks/subscriptions/queries.ts';
import * as queries from './queries.ts';
import type { NewProject, ProjectDetail, ProjectPatch } from './schema.ts';

export async function listProjects(context: Context, actor: Actor, teamId?: number) {
  if (teamId !== undefined) requireTeam(actor, teamId);
  const items = await queries.listProjects(
    context.pools.main,
    teamId === undefined ? actor.teamIds : [teamId],
  );
  return { items, total: items.length };
}

export async function createProject(
  context: Context,
  actor: Actor,
  input: NewProject,
): Promise<ProjectDetail> {
  requireTeam(actor, input.team_id);
  const { team_id, name, description = null } = input;
  const id = await queries.insertProject(context.pools.main, {
    team_id,
    name,
    description,
    api_key: generateSecret('sk_'),
  });
  return getProject(context, actor, id);
}

export async function getProject(context: Context, actor: Actor, id: number): Promise<ProjectDetail> {
  const project = await queries.findProject(context.pools.main, actor.teamIds, id);
  if (!project) throw notFound();
  return { ...project, usage: { ...project.usage, cap: monthlyCap[project.plan] } };
}

export async function updateProject(context: Context, actor: Actor, id: number, patch: ProjectPatch) {
  await requireProject(context.pools.main, actor, id);
  const { name, description, allowed_origins, notification_emails, notify_reporters } = patch;
  const known = { name, description, allowed_origins, notification_emails, notify_reporters };
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  await inTransaction(context.pools.main, async (trx) => {
    await queries.updateProject(trx, id, Object.fromEntries(given));
    if (notification_emails) await followNotificationEmails(trx, actor, id);
  });
  return getProject(context, actor, id);
}

/** From here on nobody is told by mail of the team's new bugs. */
export async function silenceProjects(trx: Trx, teamId: number): Promise<void> {
  for (const id of await queries.clearNotificationEmails(trx, teamId))
    await addresses.followNotificationEmails(trx, id);
}

/** The old key stops working; additional keys stay as they are. */
export async function rotateProjectKey(context: Context, actor: Actor, id: number): Promise<ProjectDetail> {
  await requireProject(context.pools.main, actor, id);
  await queries.updateProject(context.pools.main, id, { api_key: generateSecret('sk_') });
  return getProject(context, actor, id);
}

/**
 * First the bugs and whatever else there may be much of, in portions: one long transaction would hold up the reports and
 * events of everybody. Then the project
 * with its usage rows, which waits for reports that are just being stored and keeps new ones out; only then is
 * everything there that still has to go. Webhooks are locked before bugs, as everywhere.
 */
export async function deleteProject(context: Context, actor: Actor, id: number): Promise<void> {
  await requireProject(context.pools.main, actor, id);
  for (const webhook of await listWebhooks(context.pools.main, id))
    await deleteLog(context.pools.main, webhook.id);
  await inPortions((afterId) =>
    inTransaction(context.pools.main, (trx) => deleteSomeBugsOfProject(trx, id, afterId)),
  );
  await queries.emptyProject(context.pools.main, id);
  await discardDroppedOfProject(context.pools.main, id);
  await inTransaction(context.pools.main, async (trx) => {
    await queries.closeProject(trx, id);
    await lockWebhooksOfProject(trx, id);
    await inPortions((afterId) => deleteSomeBugsOfProject(trx, id, afterId));
    await discardAttachmentsOfProject(trx, id);
    await queries.deleteProject(trx, id);
  });
}

async function inPortions(next: (afterId: number) => Promise<number | undefined>): Promise<void> {
  for (let afterId: number | undefined = 0; afterId !== undefined; ) afterId = await next(afterId);
}
