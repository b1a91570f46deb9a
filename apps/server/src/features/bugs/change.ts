import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, conflict, invalid, malformed, notFound } from '../../errors.ts';
import { type BugChange, changeBugs, type LockedBug, lockBugs } from '../activity/change-bugs.ts';
import { authorOf } from '../activity/queries.ts';
import { type LabelChoice, lockLabels } from '../labels/queries.ts';
import { lockTeams, lockTeamsOfMember } from '../teams/queries.ts';
import { deleteBugs, lockForDeletion } from './delete.ts';
import { findBug, serializeBug } from './read.ts';
import type { BugPatch } from './schema.ts';

/** `ifMatch` is the expected revision, quoted as sent. */
export interface BugReference {
  id: number;
  ifMatch?: string | undefined;
}

export function updateBug(
  context: Context,
  actor: Actor,
  reference: BugReference,
  patch: BugPatch,
): Promise<string> {
  const assigneeId = patch.assignee_id === 'me' ? actor.userId : patch.assignee_id;
  // Copied field by field: unknown body fields are ignored.
  const change: BugChange = {
    ...(patch.status && { status: patch.status }),
    ...(patch.severity && { severity: patch.severity }),
    ...(patch.title && { title: patch.title }),
    ...(assigneeId !== undefined && { assignee_id: assigneeId }),
  };
  return changeOne(context, actor, async (trx) => {
    const teamIds = assigneeId ? await lockTeamsOfMember(trx, actor.teamIds, assigneeId) : actor.teamIds;
    const bug = await lockOne(trx, actor, reference);
    if (!teamIds.includes(bug.team_id)) throw invalid('assignee_id', 'must be a member of the team');
    return { bug, change };
  });
}

const changeLabel =
  (operation: 'add_label' | 'remove_label') =>
  (context: Context, actor: Actor, reference: BugReference, choice: LabelChoice): Promise<string> =>
    changeOne(context, actor, async (trx) => {
      const labels = await lockLabels(trx, actor.teamIds, choice);
      const bug = await lockOne(trx, actor, reference);
      const label = labels.find(({ team_id }) => team_id === bug.team_id);
      if (!label) throw notFound();
      return { bug, change: { [operation]: label.id } };
    });

export const attachLabel = changeLabel('add_label');
export const detachLabel = changeLabel('remove_label');

export function markDuplicate(context: Context, actor: Actor, reference: BugReference, otherId: number) {
  return changeOne(context, actor, async (trx) => {
    const { bug, other } = await lockPair(trx, actor, reference.id, otherId);
    requireRevision(bug, reference);
    if (bug === other) throw isSameBug();
    if (bug.team_id !== other.team_id) throw invalid('other_id', 'must be a bug of the same team');
    if (await isDuplicateOf(trx, other, bug)) throw wouldBeCycle(bug.id, other.id);
    return { bug, change: { duplicate_of_id: otherId } };
  });
}

export const isSameBug = () => invalid('other_id', 'must be another bug');
export const wouldBeCycle = (id: number, otherId: number) =>
  conflict(`Bug ${otherId} is already a duplicate of bug ${id}. Duplicates cannot form a cycle.`);

export function unmarkDuplicate(context: Context, actor: Actor, reference: BugReference): Promise<string> {
  return changeOne(context, actor, async (trx) => ({
    bug: await lockOne(trx, actor, reference),
    change: { duplicate_of_id: null },
  }));
}

export async function deleteBug(context: Context, actor: Actor, reference: BugReference): Promise<void> {
  await inTransaction(context.pools.main, async (trx) => {
    const [bug] = await lockForDeletion(trx, { ids: [reference.id], teamIds: actor.teamIds });
    if (!bug) throw notFound();
    requireRevision(bug, reference);
    await deleteBugs(trx, authorOf(actor), [bug]);
  });
}

async function changeOne(
  context: Context,
  actor: Actor,
  prepare: (trx: Trx) => Promise<{ bug: LockedBug; change: BugChange }>,
): Promise<string> {
  const changed = await inTransaction(context.pools.main, async (trx) => {
    const { bug, change } = await prepare(trx);
    await changeBugs(trx, authorOf(actor), [bug], () => change);
    return findBug(trx, [bug.team_id], bug.id);
  });
  if (!changed) throw notFound();
  return serializeBug(context, changed);
}

async function lockOne(trx: Trx, actor: Actor, reference: BugReference): Promise<LockedBug> {
  const [bug] = await lockBugs(trx, { ids: [reference.id], teamIds: actor.teamIds });
  if (!bug) throw notFound();
  requireRevision(bug, reference);
  return bug;
}

/** Optimistic locking: rejects a change meant for another revision. */
function requireRevision({ revision }: LockedBug, { ifMatch }: BugReference): void {
  if (ifMatch !== undefined && ifMatch !== `"${revision}"`) throw bugHasChanged();
}

/** Locks the teams first. Otherwise two concurrent changes could create a cycle of duplicates. */
async function lockPair(trx: Trx, actor: Actor, id: number, otherId: number) {
  const those = { ids: [id, otherId], teamIds: actor.teamIds };
  const teams = await trx
    .selectFrom('bugs')
    .select('team_id')
    .distinct()
    .where('id', '=', sql<number>`any(${those.ids})`)
    .where('team_id', '=', sql<number>`any(${those.teamIds})`)
    .execute();
  await lockTeams(
    trx,
    teams.map(({ team_id }) => team_id),
  );
  const bugs = await lockBugs(trx, those);
  const bug = bugs.find((one) => one.id === id);
  const other = bugs.find((one) => one.id === otherId);
  if (!bug || !other) throw notFound();
  return { bug, other };
}

/** Follows the chain of duplicates. */
async function isDuplicateOf(trx: Trx, bug: LockedBug, other: LockedBug): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive originals (id) as (
      select duplicate_of_id from bugs where id = ${bug.id}
      union
      select duplicate_of_id from originals join bugs using (id) where duplicate_of_id is not null
    )
    select ${other.id}::bigint in (select id from originals) as found`.execute(trx);
  return rows[0]?.found ?? false;
}

export function readIfMatch({ 'if-match': tag }: IncomingHttpHeaders): string | undefined {
  if (tag !== undefined && !/^"\d+"$/.test(tag)) throw noRevision();
  return tag;
}

const noRevision = () => malformed('If-Match: must be a quoted revision such as "7"');

const bugHasChanged = () => new ApiError(412, 'The bug has changed');

export const ifMatchErrors = [noRevision(), bugHasChanged()];
