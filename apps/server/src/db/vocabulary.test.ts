import {
  allReportFields,
  catalogueParts,
  deliveryStatuses,
  forFields,
  plans,
  reportFields,
  ruleKinds,
  severities,
  statuses,
  transforms,
  viaValues,
} from '@skep/vocabulary';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startService } from '../../test/harness.ts';

const node = await startService();

/** Values allowed by check constraints, per column. */
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
    'outbox.what': catalogueParts,
    'activity.via': viaValues,
    'comments.via': viaValues,
    'webhook_events.via': viaValues,
    'webhooks.transform': transforms,
    'webhook_bodies.transform': transforms,
    'webhook_deliveries.transform': transforms,
    'webhooks.last_status': deliveryStatuses,
    'webhook_deliveries.status': deliveryStatuses,
  });
});

it('bugs have a column for every field of a report, which takes null where the field does', async () => {
  const { rows } = await sql<{ name: string; is_nullable: boolean }>`
    select attname as name, not attnotnull as is_nullable from pg_attribute
    where attrelid = 'bugs'::regclass and attnum > 0`.execute(node.db);
  const columns = Object.fromEntries(rows.map(({ name, is_nullable }) => [name, is_nullable]));
  expect(columns).toMatchObject(forFields(allReportFields, (name) => !('isRequired' in reportFields[name])));
});
