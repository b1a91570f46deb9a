import { severities, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError, invalid, notFound } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { ErrorBody, Id, IdParams, OneOf } from '../../../schema.ts';
import { type BugChange, changeBugs, lockBugs } from '../../activity/change-bugs.ts';
import { authorOf } from '../../activity/queries.ts';
import { lockLabels } from '../../labels/queries.ts';
import { lockTeamsOfMember } from '../../teams/queries.ts';
import { deleteBugs, lockForDeletion } from '../delete.ts';
import { BugFilterObject, resolveFilters } from '../filters.ts';
import { matchAll, maxCounted, selectAll } from '../find.ts';
import { Assignment } from '../schema.ts';
import { insertBatch, nextBatchId, undoBatch } from './batches.ts';

const ids = Type.Array(Id(), {
  maxItems: 500,
  description: 'Bugs you cannot access are skipped and not counted.',
});

const Operations = Type.Union([
  Type.Object({ operation: OneOf(['set_status']), value: OneOf(statuses) }),
  Type.Object({ operation: OneOf(['set_severity']), value: OneOf(severities) }),
  Type.Object({ operation: OneOf(['assign']), value: Assignment }),
  Type.Object({ operation: OneOf(['add_label', 'remove_label']), value: Id() }),
  Type.Object({ operation: OneOf(['mark_spam', 'delete']), value: Type.Optional(Type.Null()) }),
]);

const Chosen = Type.Object({
  ids: Type.Optional(ids),
  filter: Type.Optional({
    ...BugFilterObject,
    description: 'Instead of `ids`: all bugs that match these filters, at most 10,000.',
  }),
  except: Type.Optional(Type.Array(Id(), { maxItems: 10_000, description: 'Matching bugs to skip.' })),
  expected_total: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Required with `filter`: the `total` of the list the user has seen. If it differs now, nothing is changed.',
    }),
  ),
});
type Chosen = Static<typeof Chosen>;

/** A tagged union: `operation` determines the allowed values. */
const BulkChange = Type.Unsafe<Chosen & Static<typeof Operations>>({
  type: 'object',
  properties: Chosen.properties,
  required: ['operation'],
  oneOf: Operations.anyOf,
  discriminator: { propertyName: 'operation' },
  title: 'BulkChange',
  examples: [
    { ids: [412, 413], operation: 'set_status', value: 'resolved' },
    { filter: { label_id: 8 }, except: [414], expected_total: 61, operation: 'mark_spam' },
  ],
});
type BulkChange = Static<typeof BulkChange>;

const BulkResult = Type.Object(
  {
    affected: Type.Integer({ description: 'Number of bugs the operation applied to.' }),
    batch_id: Id({
      description: 'Can be used to undo the change within ten minutes. Deletions cannot be undone.',
    }),
  },
  { title: 'BulkResult', examples: [{ affected: 2, batch_id: 57 }] },
);
type BulkResult = Static<typeof BulkResult>;

const BulkConflict = Type.Object(
  { ...ErrorBody.properties, total: Type.Integer({ description: 'Current number of matching bugs.' }) },
  {
    title: 'BulkConflict',
    description: '`expected_total` differs from the current number of matching bugs',
    examples: [{ detail: 'The matching bugs have changed. Reload the list and send its total.', total: 62 }],
  },
);

const UndoResult = Type.Object(
  {
    affected: Type.Integer({ description: 'Number of restored bugs.' }),
    skipped: Type.Integer({
      description:
        'Number of bugs not restored, because they were changed or deleted since, or their previous label or assignee ' +
        'no longer exists.',
    }),
  },
  { title: 'UndoResult', examples: [{ affected: 2, skipped: 0 }] },
);

export function bulkRoutes(app: App, context: Context): void {
  app.post(
    '/bugs-admin/bulk',
    {
      config: { auth: 'session', errors: [404] },
      schema: {
        tags: ['triage'],
        operationId: 'changeBugs',
        summary: 'Change or delete many bugs',
        description:
          'All or nothing. Labels apply to bugs of their team, assignments to bugs of teams with that member.',
        body: BulkChange,
        response: { 200: BulkResult, 409: BulkConflict },
      },
    },
    ({ actor, body }) => changeInBulk(context, actor, body),
  );

  app.post(
    '/bugs-admin/bulk/:batch_id/undo',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['triage'],
        operationId: 'undoBugChanges',
        summary: 'Undo a bulk change',
        description:
          'Possible once within ten minutes, by the same user. Bugs changed since are skipped. ' +
          'A deletion cannot be undone.',
        params: IdParams('batch_id'),
        response: { 200: UndoResult },
      },
    },
    ({ actor, params }) => undoBatch(context, actor, params.batch_id),
  );
}

const maxAttempts = 5;

/**
 * All or nothing. Bugs are selected before they are locked; if the selection no longer holds under the lock, it is repeated
 * (optimistic concurrency control).
 */
async function changeInBulk(context: Context, actor: Actor, change: BulkChange): Promise<BulkResult> {
  for (let attempt = 1; ; attempt++) {
    const choice = await chooseBugs(context, actor, change);
    try {
      return await inTransaction(context.pools.main, (trx) => apply(trx, actor, choice, change));
    } catch (error) {
      if (!(error instanceof OtherBugs) || attempt === maxAttempts) throw error;
    }
  }
}

class OtherBugs extends ApiError {
  constructor() {
    super(503, 'The bugs are being changed by another request. Retry after 1 s.', {
      headers: { 'retry-after': '1' },
    });
  }
}

async function apply(trx: Trx, actor: Actor, choice: Choice, change: BulkChange): Promise<BulkResult> {
  const batch_id = await nextBatchId(trx);
  if (change.operation === 'delete') {
    const bugs = await lockForDeletion(trx, { ids: choice.ids, teamIds: actor.teamIds });
    if (!(await choice.holds(trx))) throw new OtherBugs();
    return { affected: await deleteBugs(trx, authorOf(actor), bugs), batch_id };
  }
  const { teamIds, values } = await prepare(trx, actor, change);
  const bugs = await lockBugs(trx, { ids: choice.ids, teamIds });
  if (!(await choice.holds(trx))) throw new OtherBugs();
  const changed = await changeBugs(trx, authorOf(actor), bugs, () => values);
  await insertBatch(trx, batch_id, actor.userId, changed);
  return { affected: bugs.length, batch_id };
}

interface Prepared {
  teamIds: number[];
  values: BugChange;
}

/** Locks referenced rows before the bugs. */
async function prepare(trx: Trx, actor: Actor, change: BulkChange): Promise<Prepared> {
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

/** Null removes the assignee, in any team. */
async function prepareAssignment(trx: Trx, actor: Actor, to: number | 'me' | null): Promise<Prepared> {
  const assigneeId = to === 'me' ? actor.userId : to;
  const values = { assignee_id: assigneeId };
  if (assigneeId === null) return { teamIds: actor.teamIds, values };
  const teamIds = await lockTeamsOfMember(trx, actor.teamIds, assigneeId);
  if (to !== 'me' && teamIds.length === 0) throw invalid('value', 'must be a member of one of your teams');
  return { teamIds, values };
}

interface Choice {
  ids: number[];
  /** Whether all bugs still match. Called under the lock. */
  holds(trx: Trx): Promise<boolean>;
}

/** Resolves ids or a filter to bugs. Ids of other teams are dropped later. */
async function chooseBugs(context: Context, actor: Actor, change: BulkChange): Promise<Choice> {
  const { filter, except, expected_total } = change;
  if ((change.ids === undefined) === (filter === undefined))
    throw invalid('ids', 'must be given instead of `filter`, not both');
  if (filter === undefined) {
    if (except !== undefined) throw invalid('except', 'requires `filter`');
    return { ids: change.ids ?? [], holds: async () => true };
  }
  if (expected_total === undefined) throw invalid('expected_total', 'is required with `filter`');
  const filters = await resolveFilters(context, actor, filter);
  const { ids, total } = await context.pools.search.run(actor, filters.teamIds, (db) =>
    selectAll(db, filters, maxCounted + 1),
  );
  if (ids.length > maxCounted)
    throw invalid('filter', `must match at most ${maxCounted.toLocaleString('en')} bugs`);
  if (total !== expected_total)
    throw new ApiError(409, 'The matching bugs have changed. Reload the list and send its total.', {
      more: { total },
    });
  const exceptions = new Set(except);
  const chosen = ids.filter((id) => !exceptions.has(id));
  return { ids: chosen, holds: (trx) => matchAll(trx, filters, chosen) };
}
