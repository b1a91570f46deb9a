import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aReported, imageOf, upload } from '../../../test/attachments.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { addJob } from '../../jobs/queue.ts';
import { collectUploads } from '../bugs/attachment-upkeep.ts';

const store = await startS3Server();
const database = await createDatabase();
const node = await startNode(database, store.settings);
it('measures', { timeout: 200_000 }, async () => {
  const times: number[] = [];
  for (let i = 0; i < 12; i++) {
    const one = await aReported(node);
    const asked = (await one.ask()).body;
    await sleep(Math.random() * 1500);
    await upload(asked);
    const start = performance.now();
    while (!(await imageOf(node, one))) await sleep(10);
    times.push(Math.round(performance.now() - start));
  }
  console.log('notice ms', times.sort((a, b) => a - b).join(' '));
  // idle cost
  const { db } = node.context;
  const t0 = performance.now();
  for (let i = 0; i < 200; i++) await collectUploads(node.context);
  console.log('idle collect ms', ((performance.now() - t0) / 200).toFixed(3));
  // presign
  const image = { id: 1, object_key: 'x.png', filename: 'a b.png', content_type: 'image/png' as const };
  const t1 = performance.now();
  await Promise.all(Array.from({ length: 200 }, () => node.context.storage.readUrl(image)));
  console.log('200 presigned GET ms', (performance.now() - t1).toFixed(1));
  // silent store: latency of another job
  const mend = store.interfere(() => {});
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    await (await aReported(node)).ask();
    await addJob(db, 'send-invitation', { invitation_id: 999999 });
    const start = performance.now();
    const left = async () => (await sql<{ n: number }>`select count(*)::int as n from jobs where kind = 'send-invitation'`.execute(db)).rows[0]?.n;
    while ((await left()) !== 0) await sleep(20);
    waits.push(Math.round(performance.now() - start));
  }
  console.log('other job behind a silent store ms', waits.join(' '));
  mend();
  // many pending
  const person = await aReported(node);
  await sql`insert into attachments (bug_id, project_id, filename, content_type, content_length, object_key, is_dropped, expires_at, created_at)
    select 1000000 + n, ${person.project.id}, 'x', 'image/png', 600, gen_random_uuid() || '.png', false, now() + interval '15 min', now() - interval '10 min' from generate_series(1, 5000) n`.execute(db);
  await sql`update attachments set next_look_at = now()`.execute(db);
  const late: number[] = [];
  for (let i = 0; i < 6; i++) {
    const one = await aReported(node);
    await upload((await one.ask()).body);
    const start = performance.now();
    while (!(await imageOf(node, one))) await sleep(20);
    late.push(Math.round(performance.now() - start));
  }
  console.log('notice ms with 5000 others pending', late.join(' '));
  expect(1).toBe(1);
});
