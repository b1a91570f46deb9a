import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { aBug, aPerson } from '../../../test/builders.ts';
import { type EventStream, openStream } from '../../../test/event-stream.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { aNotifyingProject, endWait } from '../../../test/notifications.ts';
import { listedIds, storeReports } from '../../../test/search.ts';
import { startReceiver } from '../../../test/webhook-receiver.ts';
import { aWebhook } from '../../../test/webhooks.ts';

const mailbox = await startMailbox();
const receiver = await startReceiver();
const settings = { SMTP_URL: mailbox.url, WEBHOOK_ALLOW_PRIVATE: 'true' };
const node = await startNode(await createDatabase(), settings);
const ada = await aPerson(node);
const project = await aNotifyingProject(node, ada);
const { team_id, api_key } = (await ada.api.get(project.path)).body;
await aWebhook(ada, project, { url: receiver.url });

/** Keeps a transaction open in another database of the same server. */
async function holdElsewhere(): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  onTestFinished(() => client.end());
}

const receivedBy = ({ events }: EventStream) => events.map(({ data }) => data.bug_id);
const delivered = () => receiver.received.map(({ body }) => body.bug.id);
const countIn = (ids: number[], id: number) => ids.filter((each) => each === id).length;

async function indexedIds(): Promise<number[]> {
  const rows = await node.db.selectFrom('bug_search').select('bug_id').execute();
  return rows.map(({ bug_id }) => bug_id);
}

/** Waits until all channels have announced the bug. Returns the email. */
async function announcedEverywhere(bugId: number, streams: EventStream[]) {
  for (const stream of streams) await expect.poll(() => receivedBy(stream)).toContain(bugId);
  await expect.poll(delivered).toContain(bugId);
  await expect.poll(indexedIds).toContain(bugId);
  await endWait(node, project.email);
  return (await mailbox.next(project.email)).text ?? '';
}

it('nobody waits for a transaction that takes long, here or elsewhere, and what it did is told once', async () => {
  await holdElsewhere();
  const stream = await openStream(node, ada);
  let heldId = 0;
  const commit = await hold(node, async (trx) => {
    [heldId = 0] = await storeReports({ db: trx }, { id: project.id, team_id }, ['Held back']);
  });

  const quick = await aBug(node, { api_key }, { title: 'Quick one' });
  const resumed = await openStream(node, { ...ada, lastEventId: stream.lastEventId() });
  const mail = await announcedEverywhere(quick, [stream, resumed]);
  expect(mail).toContain('Quick one');
  expect(mail).not.toContain('Held back');
  const left = await openStream(node, ada);
  await left.close();

  await commit();
  const back = await openStream(node, { ...ada, lastEventId: left.lastEventId() });
  expect(await listedIds(ada.api, { search: 'held' })).toEqual([heldId]);
  await announcedEverywhere(heldId, [stream, resumed, back]);
  const later = await aBug(node, { api_key }, { title: 'Later one' });
  const lastMail = await announcedEverywhere(later, [stream, resumed, back]);
  expect(lastMail).not.toContain('Held back');
  expect(await listedIds(ada.api, { search: 'held' })).toEqual([heldId]);

  for (const told of [receivedBy(stream), receivedBy(resumed), receivedBy(back), delivered()])
    expect(countIn(told, heldId)).toBe(1);
  expect(delivered().toSorted()).toEqual([quick, heldId, later].toSorted());
});
