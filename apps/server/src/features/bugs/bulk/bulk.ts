import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError, invalid, notFound } from '../../../errors.ts';
import { type BugChange, changeBugs, lockBugs } from '../../activity/change-bugs.ts';
import { authorOf } from '../../activity/queries.ts';
import { lockLabels } from '../../labels/queries.ts';
import { lockTeamsOfMember } from '../../teams/queries.ts';
import { deleteBugs, lockForDeletion } from '../delete.ts';
import { resolveFilters } from '../filters.ts';
import { matchAll, mostCounted, selectAll } from '../list.ts';
import { insertBatch, nextBatchId } from './batches.ts';
import type { BulkChange, BulkResult, ByFilter } from './schema.ts';

/** How often bugs that have changed are looked for again. So often in a row, somebody else is changing all of them. */
const mostAttempts = 5;

/**
 * Changes or deletes many bugs in one transaction: all of them, or none if one fails. Bugs are found before they are
 * locked; those that are something else by then are looked for again (optimistic concurrency control).
 */
export async function changeInBulk(context: Context, actor: Actor, change: BulkChange): Promise<BulkResult> {
  for (let attempt = 1; ; attempt++) {
    const choice = await chooseBugs(context, actor, change);
    try {
      return await inTransaction(context.pools.main, (trx) => apply({ trx, actor, choice }, change));
    } catch (error) {
      if (!(error instanceof OtherBugs) || attempt === mostAttempts) throw error;
    }
  }
}

/** Some of the bugs are no longer what was asked for. */
class OtherBugs extends ApiError {
  constructor() {
    super(503, 'Others are changing these bugs; try again in a moment', { headers: { 'retry-after': '1' } });
  }
}

interface Work {
  trx: Trx;
  actor: Actor;
  choice: Choice;
}

async function apply(work: Work, change: BulkChange): Promise<BulkResult> {
  const { trx, actor, choice } = work;
  const batch_id = await nextBatchId(trx);
  if (change.operation === 'delete') {
    const bugs = await lockForDeletion(trx, { ids: choice.ids, teamIds: actor.teamIds });
    if (!(await choice.holds(trx))) throw new OtherBugs();
    return { affected: await deleteBugs(trx, authorOf(actor), bugs), batch_id };
  }
  const { teamIds, values } = await prepare(work, change);
  const bugs = await lockBugs(trx, { ids: choice.ids, teamIds });
  if (!(await choice.holds(trx))) throw new OtherBugs();
  const changed = await changeBugs(trx, authorOf(actor), bugs, () => values);
  await insertBatch(trx, { id: batch_id, userId: actor.userId }, changed);
  return { affected: bugs.length, batch_id };
}

interface Prepared {
  /** Only bugs of these teams are reached. */
  teamIds: number[];
  values: BugChange;
}

/** Locks what the bugs are going to refer to, before they are locked themselves. */
async function prepare({ trx, actor }: Work, change: BulkChange): Promise<Prepared> {
  const { teamIds } = actor;
  switch (change.operation) {
    case 'set_status':
      return { teamIds, values: { status: change.value } };
    case 'set_severity':
      return { teamIds, values: { severity: change.value } };
    case 'assign':
      return prepareAssignment(trx, actor, change.value);
    case 'add_label':
    case 'remove_label': {
      const [label] = await lockLabels(trx, teamIds, { id: change.value });
      if (!label) throw notFound();
      return { teamIds: [label.team_id], values: { [change.operation]: label.id } };
    }
    default:
      return { teamIds, values: { status: 'spam' } };
  }
}

/** Null takes the assignee off bugs of any team. */
async function prepareAssignment(trx: Trx, actor: Actor, to: number | 'me' | null): Promise<Prepared> {
  const assigneeId = to === 'me' ? actor.userId : to;
  const values = { assignee_id: assigneeId };
  if (assigneeId === null) return { teamIds: actor.teamIds, values };
  const teamIds = await lockTeamsOfMember(trx, actor.teamIds, assigneeId);
  if (to !== 'me' && teamIds.length === 0) throw invalid('value', 'must be a member of one of your teams');
  return { teamIds, values };
}

/** The bugs that a bulk change is meant for. */
interface Choice {
  ids: number[];
  /** Whether all of them are still what was asked for. It is asked when they are locked and cannot change any more. */
  holds(trx: Trx): Promise<boolean>;
}

/** Says which bugs are meant. Of ids, those of other teams are left out when they are changed. */
async function chooseBugs(context: Context, actor: Actor, change: BulkChange): Promise<Choice> {
  const { ids, filter, except, expected_total } = change;
  if ((ids === undefined) === (filter === undefined))
    throw invalid('ids', 'must be given, or `filter` in its place, and not both');
  if (filter === undefined) {
    if (except !== undefined) throw invalid('except', 'goes with `filter` only');
    return { ids: ids ?? [], holds: async () => true };
  }
  if (expected_total === undefined) throw invalid('expected_total', 'is required with `filter`');
  return chooseByFilter(context, actor, { filter, except, expected_total });
}

async function chooseByFilter(
  context: Context,
  actor: Actor,
  { filter, except = [], expected_total }: ByFilter,
): Promise<Choice> {
  const filters = await resolveFilters(context, actor, filter);
  const { ids, total } = await context.pools.search.run(actor, filters.teamIds, (db) =>
    selectAll(db, filters, mostCounted + 1),
  );
  if (ids.length > mostCounted)
    throw invalid('filter', `must match at most ${mostCounted.toLocaleString('en')} bugs`);
  if (total !== expected_total) throw otherTotal(total);
  const exceptions = new Set(except);
  const chosen = ids.filter((id) => !exceptions.has(id));
  return {
    ids: chosen,
    holds: (trx) => matchAll(trx, filters, chosen),
  };
}

const otherTotal = (total: number) =>
  new ApiError(409, 'Other bugs match by now: look at them, and send the total of the list', {
    more: { total },
  });
