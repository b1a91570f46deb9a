import { expect, it } from 'vitest';
import { startService } from '../harness.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { forgedCredentials, uselessAt } from './credentials.ts';
import { readDocument } from './document.ts';
import { aHousehold } from './household.ts';
import { requestOf } from './requests.ts';
import { eachOf, send, visibleIn } from './send.ts';
import { snapshotOf } from './snapshot.ts';

// What opens one door is worth nothing at another, and neither is anything that only looks right: each is answered byte for byte
// like no credential at all.

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const household = await aHousehold(node, await startReceiver());
const document = await readDocument(node);
const forged = await forgedCredentials(node, household);

it('every route refuses the credentials of other doors, and forged, expired and revoked ones', async () => {
  const before = await snapshotOf(node, household);
  const surprises: string[] = [];
  await eachOf(document.routes, async (route) => {
    if (route.door === 'public') return;
    const request = requestOf(route, household);
    const withNothing = await send(node, request);
    if (withNothing.status !== 401) surprises.push(`${route.name} with nothing: ${withNothing.status}`);
    for (const { name, headers } of await uselessAt(route.door, household, forged)) {
      const answer = await send(node, { ...request, headers });
      if (visibleIn(answer) !== visibleIn(withNothing))
        surprises.push(`${route.name} with ${name}: ${visibleIn(answer)}`);
    }
  });
  expect(surprises).toEqual([]);
  expect(await snapshotOf(node, household)).toEqual(before);
});
