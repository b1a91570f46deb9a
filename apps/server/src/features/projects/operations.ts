import type { Actor } from '../../auth/actor.ts';
import { requireProject, requireTeam } from '../../auth/ownership.ts';
import { generateSecret } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { repeatInPortions } from '../../db/portions.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { monthlyCap } from '../../plans.ts';
import { discardAttachmentsOfProject, discardDroppedOfProject } from '../attachments/queries.ts';
import { deleteBugsOfProject } from '../bugs/delete.ts';
import * as addresses from '../notifications/addresses.ts';
import { followNotificationEmails } from '../notifications/consent.ts';
import { deleteLog, lockWebhooks, selectWebhooks } from '../webhooks/webhooks.ts';
import * as queries from './queries.ts';
import type { NewProject, ProjectDetail, ProjectPatch, ProjectsQuery } from './schema.ts';

const projectsAllowed = 200;
export const hasTooManyProjects = () =>
  conflict(`A team has at most ${projectsAllowed} projects. Delete one first.`);

export async function listProjects(
  context: Context,
  actor: Actor,
  { team_id, limit, offset }: ProjectsQuery,
) {
  if (team_id !== undefined) requireTeam(actor, team_id);
  const teamIds = team_id === undefined ? actor.teamIds : [team_id];
  const [items, total] = await Promise.all([
    queries.listProjects(context.pools.main, teamIds, { limit, offset }),
    queries.countProjects(context.pools.main, teamIds),
  ]);
  return { items, total, limit, offset };
}

export async function createProject(
  context: Context,
  actor: Actor,
  input: NewProject,
): Promise<ProjectDetail> {
  requireTeam(actor, input.team_id);
  const { team_id, name, description = null } = input;
  const values = { team_id, name, description, api_key: generateSecret('sk_') };
  const id = await inTransaction(context.pools.main, async (trx) => {
    if (!(await queries.lockTeam(trx, team_id))) throw notFound();
    if ((await queries.countProjects(trx, [team_id])) >= projectsAllowed) throw hasTooManyProjects();
    return queries.insertProject(trx, values);
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

/** From here on nobody is told by mail of the new bugs of these teams. */
export async function silenceProjects(trx: Trx, teamIds: number[]): Promise<void> {
  const ids = await queries.clearNotificationEmails(trx, teamIds);
  await addresses.lockAddressesOf(trx, ids);
  for (const id of ids) await addresses.followNotificationEmails(trx, id);
}

/** Replaces the project's own key. The old one stops working; additional keys stay as they are. */
export async function rotateProjectKey(context: Context, actor: Actor, id: number): Promise<ProjectDetail> {
  await requireProject(context.pools.main, actor, id);
  await queries.updateProject(context.pools.main, id, { api_key: generateSecret('sk_') });
  return getProject(context, actor, id);
}

export async function deleteProject(context: Context, actor: Actor, id: number): Promise<void> {
  await requireProject(context.pools.main, actor, id);
  await removeProject(context, id);
}

/** Few enough that nobody waits long for their locks. */
const bugsPerPortion = 500;

/**
 * Deletes a project and all that is in it, and says whether that is done: it stops between two portions when `isOver` says
 * so, and can be begun again. The bugs and whatever else there may be much of go first, in portions, because
 * one long transaction would hold up the reports and events of everybody. A last transaction then locks the project and
 * deletes its usage rows, which waits for reports that are just being stored and keeps new ones out. From there on nothing
 * is added, so it can delete what has come since. Webhooks are locked before bugs, as everywhere.
 */
export async function removeProject(context: Context, id: number, isOver = () => false): Promise<boolean> {
  for (const webhook of await selectWebhooks(context.pools.main, id))
    await deleteLog(context.pools.main, webhook.id);
  await repeatInPortions(
    (limit) =>
      isOver()
        ? Promise.resolve(0)
        : inTransaction(context.pools.main, (trx) => deleteBugsOfProject(trx, id, limit)),
    bugsPerPortion,
  );
  if (isOver()) return false;
  await queries.emptyProject(context.pools.main, id);
  await discardDroppedOfProject(context.pools.main, id);
  await inTransaction(context.pools.main, async (trx) => {
    await queries.closeProject(trx, id);
    await lockWebhooks(trx, 'project_id', [id]);
    await deleteBugsOfProject(trx, id);
    await discardAttachmentsOfProject(trx, id);
    await queries.deleteProject(trx, id);
  });
  return true;
}
