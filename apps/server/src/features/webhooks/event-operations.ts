import type { Context } from '../../context.ts';
import { getBugs } from '../bugs/operations.ts';
import { selectComments } from '../comments/queries.ts';
import type { BugEvent, EventHandler } from '../events/operations.ts';
import { type EventFacts, writeBody } from './body.ts';
import { insertDeliveries, type NewDelivery } from './delivery-queries.ts';
import { lockBugs, selectActors } from './event-queries.ts';
import { lockActiveWebhooks } from './queries.ts';
import { type Transform, transformBody } from './transform.ts';

interface Subscriber {
  id: number;
  project_id: number;
  project_name: string;
  events: string[];
  transform: Transform;
  created_at: Date;
}

/** Bodies can be long: no more than so many are made at once. */
const eventsAtOnce = 100;
const rowsAtOnce = 100;

/**
 * Makes a delivery of each event for every webhook that subscribed to it before. It tells of the bug as it is now, a
 * moment after the event; a bug or comment that has been deleted since is not told of.
 */
export const queueDeliveries: EventHandler = async (trx, events, context) => {
  const webhooks = await lockActiveWebhooks(trx, unique(events.map(({ project_id }) => project_id)));
  if (webhooks.length === 0) return;
  const subscribers = Map.groupBy(webhooks, ({ project_id }) => project_id);
  const subscribersOf = ({ project_id, type, created_at }: BugEvent) =>
    (subscribers.get(project_id) ?? []).filter(
      (webhook) => webhook.events.includes(type) && webhook.created_at <= created_at,
    );

  const wanted = events.filter((event) => subscribersOf(event).length > 0);
  const bugs = new Set(await lockBugs(trx, unique(wanted.map(({ bug_id }) => bug_id))));
  const told = wanted.filter(({ bug_id }) => bugs.has(bug_id));
  for (const part of parts(told, eventsAtOnce)) {
    const deliveries = await writeDeliveries({ ...context, db: trx }, part, subscribersOf);
    for (const rows of parts(deliveries, rowsAtOnce)) await insertDeliveries(trx, rows);
  }
  // They are there in a moment, when the transaction is.
  if (told.length > 0) context.deliveryBell.ring();
};

async function writeDeliveries(
  context: Context,
  events: BugEvent[],
  subscribersOf: (event: BugEvent) => Subscriber[],
): Promise<NewDelivery[]> {
  const tell = await gatherFacts(context, events);
  return events.flatMap((event) => {
    const [first, ...others] = subscribersOf(event);
    const facts = first && tell(event, first.project_name);
    if (!facts) return [];
    const body = writeBody(facts);
    return [first, ...others].map(({ id, transform }) => ({
      webhook_id: id,
      bug_id: event.bug_id,
      event_id: event.id,
      event: event.type,
      request_body: transformBody(transform, body, context.config.baseUrl),
    }));
  });
}

/** Reads all that these events tell of; undefined for one whose comment is not there any more. */
async function gatherFacts(context: Context, events: BugEvent[]) {
  const commentIds = events.flatMap(({ comment_id }) => comment_id ?? []);
  const bugs = await getBugs(context, unique(events.map(({ bug_id }) => bug_id)));
  const comments = byId(commentIds.length > 0 ? await selectComments(context.db, commentIds) : []);
  const actors = byId(
    await selectActors(context.db, unique(events.flatMap(({ actor_id }) => actor_id ?? []))),
  );

  return ({ id, type, created_at, ...event }: BugEvent, projectName: string): EventFacts | undefined => {
    const comment = comments.get(event.comment_id ?? 0);
    if (type === 'bug.commented' && !comment) return undefined;
    return {
      id,
      type,
      created_at,
      project: { id: event.project_id, name: projectName },
      bug: bugs.get(event.bug_id) as string,
      changes: type === 'bug.updated' ? event.changes : undefined,
      comment,
      actor: actors.get(event.actor_id ?? 0),
      via: event.via,
    };
  };
}

const unique = (ids: number[]) => [...new Set(ids)];

const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));

function* parts<T>(list: T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
