import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anAttachment } from '../../test/attachments.ts';
import { aPerson, aProject, aReport, aSender } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { aNotifyingProject, eventsDispatched } from '../../test/notifications.ts';
import { whenIndexed } from '../../test/search.ts';
import { startReceiver } from '../../test/webhook-receiver.ts';
import { aWebhook } from '../../test/webhooks.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });

/** Counted across teams, so it has no team_id (decision 18). */
const overAllTeams = ['recent_mails'];

/** The owning entity of a row, by column. */
const owners = {
  project_id: 'projects',
  bug_id: 'bugs',
  label_id: 'labels',
  webhook_id: 'webhooks',
  event_id: 'webhook_events',
};

async function tablesWith(column: string): Promise<{ name: string; has_team: boolean }[]> {
  const { rows } = await sql<{ name: string; has_team: boolean }>`
    select relname as name, exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'team_id' and attnotnull
    ) as has_team
    from pg_class join pg_attribute on attrelid = pg_class.oid and attname = ${column}
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(node.db);
  return rows.filter(({ name }) => !overAllTeams.includes(name));
}

it('every row of a project or a bug says its team', async () => {
  for (const column of Object.keys(owners)) {
    const tables = await tablesWith(column);
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.filter(({ has_team }) => !has_team)).toEqual([]);
  }
});

/** A project with rows in every table. */
async function aBusyProject(): Promise<void> {
  const ada = await aPerson(node);
  const project = await aNotifyingProject(node, ada, { notify_reporters: true });
  const sender = aSender(node, (await ada.api.get(project.path)).body);
  const webhook = await aWebhook(ada, project, { url: (await startReceiver()).url });
  await ada.api.post(`${project.path}/api-keys`, { name: 'CI' });
  await ada.api.post(`${project.path}/blocklist`, { kind: 'keyword', value: 'casino' });
  const report = aReport({ reporter_email: ada.email });
  const { id } = (await sender.post('/api/v1/bugs', report, { 'idempotency-key': 'once' })).body;
  const dropped = (await sender.post('/api/v1/bugs', aReport({ title: 'casino' }))).body;
  for (const each of [id, dropped.id]) await sender.post(`/api/v1/bugs/${each}/attachments`, anAttachment());
  const label = (await ada.api.post(`/api/v1/teams/${ada.teamId}/labels`, { name: 'ui', color: '#112233' }))
    .body;
  const bug = `/api/v1/bugs-admin/${id}`;
  await ada.api.post(`${bug}/labels/${label.id}`);
  await ada.api.post(`${bug}/comments`, { body: 'Seen it too' });
  await ada.api.patch(bug, { status: 'resolved' });
  await eventsDispatched(node, id);
  await ada.api.post(`${webhook.path}/test`);
  await whenIndexed(node);
}

/** Counters and notices may be deleted meanwhile; these rows stay. */
const lasting = [
  'api_keys',
  'attachments',
  'blocklist_rules',
  'bug_labels',
  'bug_search',
  'comments',
  'dropped_reports',
  'idempotency_keys',
  'notification_addresses',
  'project_usage',
  'webhook_bodies',
  'webhook_deliveries',
  'webhook_events',
];

it('and it is the team of what the row belongs to', async () => {
  // Makes project ids differ from team ids.
  const eve = await aPerson(node);
  for (let count = 0; count < 3; count++) await aProject(eve);
  await aBusyProject();
  await aBusyProject();
  const filled = new Set<string>();
  for (const [column, owner] of Object.entries(owners)) {
    for (const { name } of await tablesWith(column)) {
      const { rows } = await sql<{ is_right: boolean }>`
        select row.team_id = owner.team_id as is_right
        from ${sql.table(name)} as row join ${sql.table(owner)} as owner on owner.id = ${sql.ref(`row.${column}`)}`.execute(
        node.db,
      );
      expect(
        rows.filter(({ is_right }) => !is_right),
        name,
      ).toEqual([]);
      if (rows.length > 0) filled.add(name);
    }
  }
  expect([...filled]).toEqual(expect.arrayContaining(lasting));
});
