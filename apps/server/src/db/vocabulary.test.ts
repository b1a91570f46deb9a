import { deliveryStatuses, plans, ruleKinds, severities, statuses, transforms, ways } from '@skep/vocabulary';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startService } from '../../test/harness.ts';

const node = await startService();

/** The words that each column takes, as far as the database checks them. */
async function wordsByColumn(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ column: string; definition: string }>`
    select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_attribute on attrelid = conrelid and array[attnum] = conkey
    where contype = 'c'`.execute(node.db);
  return Object.fromEntries(
    rows.map(({ column, definition }) => [
      column,
      [...definition.matchAll(/'([^']*)'/g)].map(([, word]) => word ?? ''),
    ]),
  );
}

it('the database takes every word of the vocabulary and no others', async () => {
  expect(await wordsByColumn()).toMatchObject({
    'teams.plan': plans,
    'bugs.status': statuses,
    'bugs.severity': severities,
    'blocklist_rules.kind': ruleKinds,
    'activity.via': ways,
    'comments.via': ways,
    'webhook_events.via': ways,
    'webhooks.transform': transforms,
    'webhook_bodies.transform': transforms,
    'webhook_deliveries.transform': transforms,
    'webhooks.last_status': deliveryStatuses,
    'webhook_deliveries.status': deliveryStatuses,
  });
});
