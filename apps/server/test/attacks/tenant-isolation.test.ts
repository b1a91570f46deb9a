import { expect, it } from 'vitest';
import { startService } from '../harness.ts';
import { unknownId } from '../samples.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { strangersOf } from './credentials.ts';
import { type Route, readDocument } from './document.ts';
import { aFixture, idIn } from './fixture.ts';
import { type IdPlace, idPlacesOf, requestOf } from './requests.ts';
import { eachOf, send, visibleIn } from './send.ts';
import { snapshotOf } from './snapshot.ts';

// Tenant isolation: requests with ids of another team get byte for byte the response for missing objects, and change nothing.

const receiver = await startReceiver();
const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const [ours, theirs] = [await aFixture(node, receiver), await aFixture(node, receiver)];
const strangers = await strangersOf(node, ours, theirs);
const document = await readDocument(node);

/** All ways to use foreign ids: all subsets of the path parameters, and each id in query and body. */
function waysOf(route: Route): IdPlace[][] {
  const places = idPlacesOf(document, route);
  const inPath = places.filter(({ part }) => part === 'path');
  const subsets: IdPlace[][] = [[]];
  for (const place of inPath) subsets.push(...subsets.map((subset) => [...subset, place]));
  return [...subsets.slice(1), ...places.filter(({ part }) => part !== 'path').map((place) => [place])];
}

const ways = document.routes.flatMap((route) =>
  route.auth === 'public' ? [] : waysOf(route).map((places) => ({ route, places })),
);

const nameOf = ({ route, places }: (typeof ways)[number]) =>
  `${route.name} with ${places.map(({ part, place }) => `${part} ${place.join('.')}`).join(', ')} of another team`;

it('an id of another team is answered like one that nothing has, whoever asks', async () => {
  const before = await snapshotOf(node, theirs);
  const surprises: string[] = [];
  await eachOf(ways, async ({ route, places }) => {
    for (const { name, headers } of strangers[route.auth as 'session']) {
      const asking = (idOf: (place: IdPlace) => number) => {
        const others = places.map((place) => ({ place, id: idOf(place) }));
        return send(node, { ...requestOf(route, ours, others), headers });
      };
      const unknown = await asking(() => unknownId);
      const foreign = await asking(({ name: thing }) => idIn(theirs, route, thing));
      const what = `${nameOf({ route, places })}, asked by ${name}`;
      if (visibleIn(foreign) !== visibleIn(unknown))
        surprises.push(`${what}: ${visibleIn(foreign)} instead of ${visibleIn(unknown)}`);
      const isRefused = foreign.status === 404 || (foreign.status === 403 && route.auth === 'token');
      if (places[0]?.part === 'path' && !isRefused) surprises.push(`${what}: ${foreign.status}`);
    }
  });
  expect(surprises).toEqual([]);
  expect(await snapshotOf(node, theirs)).toEqual(before);
});

/** Ordered so that no route deletes what later ones need. */
const order = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];
const inOrder = document.routes
  .filter((route) => idPlacesOf(document, route).length > 0)
  .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method) || b.path.length - a.path.length);

it('whoever owns the things does with the same requests what the routes are for', async () => {
  let fixture = theirs;
  const operator = strangers.session.at(-1)?.headers ?? {};
  const ask = (route: Route) => {
    const headers = route.auth === 'operator' ? operator : fixture.credentials[route.auth as 'session'];
    return send(node, { ...requestOf(route, fixture), headers });
  };
  for (const route of inOrder) {
    let { status, text } = await ask(route);
    if (status >= 300) {
      // An earlier route may have used up what this one needs.
      fixture = await aFixture(node, receiver);
      ({ status, text } = await ask(route));
    }
    const advice =
      'A request with ids of the asker should succeed, or the attacks above prove nothing. ' +
      'Add a body that this route takes, or what it needs, to test/attacks/fixture.ts.';
    expect(status < 300, `${route.name} answered ${status} ${text}. ${advice}`).toBe(true);
  }
});
