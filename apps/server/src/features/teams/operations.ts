import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Actor, requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { violatesUnique } from '../../db/errors.ts';
import { countRows } from '../../db/sql.ts';
import type { Origin } from '../../db/tables.ts';
import { inTransaction, retryTransient } from '../../db/transaction.ts';
import { ApiError, conflict, notFound, rateLimited } from '../../errors.ts';
import { isWithin } from '../../limits/limiter.ts';
import { bugsToLock, changeBugs } from '../activity/change-bugs.ts';
import { noteCatalogueChange } from '../events/outbox.ts';
import * as queries from './queries.ts';
import type { NewTeam, TeamPatch } from './schema.ts';

const teamsAllowed = 50;
const membersAllowed = 1_000;

export const slugTaken = () => conflict('slug: is already taken');
export const inTooManyTeams = () =>
  conflict(`A user can be in at most ${teamsAllowed} teams. Leave one first.`);
export const teamIsFull = () => conflict(`A team has at most ${membersAllowed} members`);
export const isLastOwner = () => conflict('The last owner of a team cannot leave it');

export async function listTeams(context: Context, actor: Actor) {
  const items = await queries.listTeams(context.pools.main, actor.teamIds);
  return { items, total: items.length };
}

export async function getTeam(context: Context, actor: Actor, id: number) {
  requireTeam(actor, id);
  return queries.selectTeam(context.pools.main, id);
}

/** A taken slug reveals that the team exists, so guesses are limited. */
const slugGuesses = (max: number) => ({ name: `slug guesses (${max})`, max, per: 'hour' }) as const;
const chosenSlugs = slugGuesses(20);
const slugsOfNames = slugGuesses(60);

export const guessesTooManySlugs = () => rateLimited('20 per hour', 3_600);

/** Counts a guess if the slug is rejected, or if `isTaken` says so. */
async function countingGuesses<T extends { slug: string }>(
  { limiter }: Context,
  actor: Actor,
  limit: ReturnType<typeof slugGuesses>,
  work: () => Promise<T>,
  isTaken: (team: T) => boolean = () => false,
): Promise<T> {
  const limits = [{ ...limit, subject: String(actor.userId) }];
  await limiter.check(limits);
  try {
    const team = await work();
    if (isTaken(team)) await isWithin(limiter, limits);
    return team;
  } catch (error) {
    if (error instanceof ApiError && error.message === slugTaken().message) await isWithin(limiter, limits);
    throw error;
  }
}

export async function createTeam(context: Context, actor: Actor, input: NewTeam) {
  const wanted = input.slug ?? slugFrom(input.name);
  return countingGuesses(
    context,
    actor,
    input.slug === undefined ? slugsOfNames : chosenSlugs,
    () => inTransaction(context.pools.main, (trx) => createTeamFor(context, trx, actor.userId, input)),
    (team) => team.slug !== wanted,
  );
}

/** A requested slug must be free. A slug derived from the name gets a random suffix if it is taken. */
async function createTeamFor(context: Context, trx: Trx, userId: number, { name, slug }: NewTeam) {
  const plan = context.config.defaultPlan;
  const wanted = slug ?? slugFrom(name);
  let team = await queries.insertTeam(trx, { name, slug: wanted, plan });
  if (!team && slug === undefined) {
    const withRandomEnding = `${wanted}-${randomBytes(4).toString('hex')}`;
    team = await queries.insertTeam(trx, { name, slug: withRandomEnding, plan });
  }
  if (!team) throw slugTaken();
  await joinTeam(trx, team.id, userId, 'founder');
  return team;
}

export function createFirstTeam(
  context: Context,
  trx: Trx,
  user: { id: number; name: string },
  name = `${[...user.name].slice(0, 190).join('')}'s team`,
) {
  return createTeamFor(context, trx, user.id, { name });
}

export async function updateTeam(context: Context, actor: Actor, id: number, patch: TeamPatch) {
  requireTeam(actor, id);
  const { name, slug } = patch;
  const values = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
  // Two users who swap slugs can deadlock.
  const update = () =>
    retryTransient(() => queries.updateTeam(context.pools.main, id, values)).catch((error) => {
      throw violatesUnique(error, 'teams_slug_key') ? slugTaken() : error;
    });
  return slug === undefined ? update() : countingGuesses(context, actor, chosenSlugs, update);
}

export async function listMembers(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await queries.listMembers(context.pools.main, teamId);
  return { items, total: items.length };
}

/** The only function that adds members. */
export async function joinTeam(trx: Trx, teamId: number, userId: number, origin: Origin): Promise<void> {
  const teamIds = await queries.selectTeamIdsLocked(trx, userId);
  if (teamIds.includes(teamId)) return;
  if (teamIds.length >= teamsAllowed) throw inTooManyTeams();
  // Not exact for concurrent joins: it only bounds list sizes.
  const members = trx.selectFrom('memberships').where('team_id', '=', teamId);
  if ((await countRows(members)) >= membersAllowed) throw teamIsFull();
  await trx.insertInto('memberships').values({ team_id: teamId, user_id: userId, origin }).execute();
  await noteCatalogueChange(trx, 'members', teamId);
}

export async function removeMember(
  context: Context,
  actor: Actor,
  teamId: number,
  userId: number,
): Promise<void> {
  requireTeam(actor, teamId);
  await inTransaction(context.pools.main, async (trx) => {
    const members = await queries.lockMembers(trx, teamId);
    if (!members.some((member) => member.user_id === userId)) throw notFound();
    if (members.length === 1) throw isLastOwner();
    await leaveTeams(trx, [teamId], userId);
  });
}

/** The teams must be locked. Also deletes invitations by the user, and those the user could return with. */
export async function leaveTeams(trx: Trx, teamIds: number[], userId: number): Promise<void> {
  const these = sql<number>`any(${teamIds})`;
  await trx.deleteFrom('memberships').where('user_id', '=', userId).where('team_id', '=', these).execute();
  await noteCatalogueChange(trx, 'members', teamIds);
  const bugs = await bugsToLock(trx).where('assignee_id', '=', userId).where('team_id', '=', these).execute();
  await changeBugs(trx, null, bugs, () => ({ assignee_id: null }));
  await sql`
    delete from invitations where team_id = any(${teamIds}) and (
      invited_by = ${userId} or fold_ascii(email) = (select fold_ascii(email) from users where id = ${userId})
    )`.execute(trx);
}

/** "Büro für Bienen" becomes "buro-fur-bienen". */
function slugFrom(name: string): string {
  const ascii = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return slug.length >= 2 ? slug : 'team';
}
