import { eventTypes } from '@skep/vocabulary';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Person } from './builders.ts';
import type { TestNode } from './harness.ts';

export interface TestWebhook {
  id: number;
  secret: string;
  /** The webhook's API path. */
  path: string;
  project_id: number;
}

/** Creates a webhook for all events and returns the response body. */
export async function aWebhook(
  person: Person,
  project: { id: number },
  values: { url: string } & Record<string, unknown>,
): Promise<TestWebhook> {
  const path = `/api/v1/projects/${project.id}/webhooks`;
  const created = await person.api.post(path, { events: eventTypes, ...values });
  if (created.status !== 201)
    throw new Error(`creating a webhook answered ${created.status}: ${created.text}`);
  return { ...created.body, path: `${path}/${created.body.id}` };
}

/** Newest first. */
export async function deliveriesOf(person: Person, { path }: TestWebhook) {
  const { body } = await person.api.get(`${path}/deliveries`);
  return body.items;
}

/** Waits until the newest delivery matches, and returns it with request and response. */
export async function deliveryOf(person: Person, webhook: TestWebhook, expected: Record<string, unknown>) {
  await expect.poll(async () => (await deliveriesOf(person, webhook))[0]).toMatchObject(expected);
  return readDelivery(person, webhook, (await deliveriesOf(person, webhook))[0].id);
}

export async function readDelivery(person: Person, { path }: TestWebhook, id: number) {
  return (await person.api.get(`${path}/deliveries/${id}`)).body;
}

/** Inserts deliveries without events. They are due unless a time is given. */
export async function queueDeliveries(
  { context }: TestNode,
  { id, project_id }: Pick<TestWebhook, 'id' | 'project_id'>,
  count: number,
  next_attempt_at = new Date(0),
): Promise<void> {
  await sql`
    with event as (
      insert into webhook_events (id, type, team_id, project_id, via, changes)
      select 'evt_' || ${id} || '_' || gen_random_uuid(), 'bug.created', team_id, projects.id, 'api', '{}'
      from projects, generate_series(1, ${count}) where projects.id = ${project_id}
      returning id, team_id
    ),
    body as (insert into webhook_bodies (team_id, event_id, transform, body) select team_id, id, 'raw', '{}' from event)
    insert into webhook_deliveries (team_id, webhook_id, event_id, event, transform, next_attempt_at)
    select event.team_id, ${id}, event.id, 'bug.created', 'raw', ${next_attempt_at} from event`.execute(
    context.pools.main,
  );
  context.signals.emit('deliveries');
}

export async function stateOf(person: Person, { id, project_id }: TestWebhook) {
  const { body } = await person.api.get(`/api/v1/projects/${project_id}/webhooks`);
  return body.items.find((webhook: { id: number }) => webhook.id === id);
}

/** Makes the next attempt due now. */
export async function makeDue({ context }: TestNode, webhook: TestWebhook): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = now()
    where webhook_id = ${webhook.id} and status = 'pending'`.execute(context.pools.main);
  context.signals.emit('deliveries');
}
