import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aReported } from '../../../test/attachments.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { postponePendingUploads } from './queries.ts';

it('uploads are put off without waiting for one that somebody else is at', async () => {
  const node = await startNode(await createDatabase());
  const held = (await (await aReported(node)).ask()).body.id;
  const free = (await (await aReported(node)).ask()).body.id;
  const release = await hold(node, (trx) =>
    sql`select from attachments where id = ${held} for update`.execute(trx),
  );
  await postponePendingUploads(node.db, 3600);
  await release();
  const { rows } = await sql`
    select id from attachments where next_look_at > now() + interval '30 minutes'`.execute(node.db);
  expect(rows).toEqual([{ id: free }]);
});
