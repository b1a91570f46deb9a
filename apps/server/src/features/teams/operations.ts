import { type Actor, requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { violates } from '../../db/constraints.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { findAccountByEmail } from '../auth/queries.ts';
import { inviteByMail } from '../invitations/operations.ts';
import { deleteInvitationTo } from '../invitations/queries.ts';
import * as queries from './queries.ts';
import type { NewTeam, TeamPatch } from './schema.ts';
import { slugFrom, withRandomEnding } from './slug.ts';

const slugTaken = () => conflict('slug: is already taken');

export async function listTeams(context: Context, actor: Actor) {
  const items = await queries.listTeams(context.db, actor.teamIds);
  return { items, total: items.length };
}

export async function getTeam(context: Context, actor: Actor, id: number) {
  requireTeam(actor, id);
  return queries.selectTeam(context.db, id);
}

export async function createTeam(context: Context, actor: Actor, input: NewTeam) {
  return inTransaction(context.db, (trx) => createTeamFor(context, trx, actor.userId, input));
}

/** A slug that was asked for must be free; one that was made from the name gets an ending where it is not. */
export async function createTeamFor(context: Context, trx: Trx, userId: number, { name, slug }: NewTeam) {
  const plan = context.config.defaultPlan;
  const wanted = slug ?? slugFrom(name);
  let team = await queries.insertTeam(trx, { name, slug: wanted, plan });
  if (!team && slug === undefined) {
    team = await queries.insertTeam(trx, { name, slug: withRandomEnding(wanted), plan });
  }
  if (!team) throw slugTaken();
  await queries.insertMembership(trx, team.id, userId);
  return team;
}

export async function updateTeam(context: Context, actor: Actor, id: number, patch: TeamPatch) {
  requireTeam(actor, id);
  const { name, slug } = patch;
  const values = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
  return queries.updateTeam(context.db, id, values).catch((error) => {
    throw violates(error, 'teams_slug_key') ? slugTaken() : error;
  });
}

export async function listMembers(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await queries.listMembers(context.db, teamId);
  return { items, total: items.length };
}

/** The member who joined, or null when the address has no account yet and gets an invitation instead. */
export async function addMember(context: Context, actor: Actor, teamId: number, email: string) {
  requireTeam(actor, teamId);
  const account = await findAccountByEmail(context.db, email);
  if (!account) {
    await inviteByMail(context, actor, teamId, email);
    return null;
  }
  const joined = await inTransaction(context.db, async (trx) => {
    await deleteInvitationTo(trx, teamId, email);
    return queries.insertMembership(trx, teamId, account.id);
  });
  if (!joined) throw conflict('email: is already a member of this team');
  return queries.selectMember(context.db, teamId, account.id);
}

export async function removeMember(
  context: Context,
  actor: Actor,
  teamId: number,
  userId: number,
): Promise<void> {
  requireTeam(actor, teamId);
  await inTransaction(context.db, async (trx) => {
    const members = await queries.lockMembers(trx, teamId);
    if (!members.includes(userId)) throw notFound();
    if (members.length === 1) throw conflict('The last owner of a team cannot leave it');
    await queries.deleteMembership(trx, teamId, userId);
    await queries.unassignBugs(trx, teamId, userId);
  });
}
