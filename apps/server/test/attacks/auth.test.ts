import { expect, it } from 'vitest';
import { startService } from '../harness.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { forgedCredentials, invalidCredentialsFor } from './credentials.ts';
import { readDocument } from './document.ts';
import { aFixture } from './fixture.ts';
import { requestOf } from './requests.ts';
import { eachOf, send, visibleIn } from './send.ts';
import { snapshotOf } from './snapshot.ts';

// A credential of one auth type is worthless for another, and so are forged ones: the response is byte for byte the one without
// credential.

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const fixture = await aFixture(node, await startReceiver());
const document = await readDocument(node);
const forged = await forgedCredentials(node, fixture);

it('every route refuses the credentials of other auth types, and forged, expired and revoked ones', async () => {
  const before = await snapshotOf(node, fixture);
  const surprises: string[] = [];
  await eachOf(document.routes, async (route) => {
    if (route.auth === 'public') return;
    const request = requestOf(route, fixture);
    const withNothing = await send(node, request);
    if (withNothing.status !== 401) surprises.push(`${route.name} with nothing: ${withNothing.status}`);
    for (const { name, headers } of await invalidCredentialsFor(route.auth, fixture, forged)) {
      const answer = await send(node, { ...request, headers });
      if (visibleIn(answer) !== visibleIn(withNothing))
        surprises.push(`${route.name} with ${name}: ${visibleIn(answer)}`);
    }
  });
  expect(surprises).toEqual([]);
  expect(await snapshotOf(node, fixture)).toEqual(before);
});
