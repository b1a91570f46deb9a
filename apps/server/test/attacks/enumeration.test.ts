import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { anAddress, anEmail } from '../builders.ts';
import { startService } from '../harness.ts';
import { unknownId } from '../samples.ts';
import { watchStatements } from '../statements.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { readDocument } from './document.ts';
import { aFixture, idIn } from './fixture.ts';
import { type IdPlace, idPlacesOf, requestOf } from './requests.ts';
import { type Attack, send, visibleIn } from './send.ts';

// Timing reveals nothing: existing and missing objects are looked up with the same statements. Statements are compared instead
// of clocks.

const receiver = await startReceiver();
const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const [ours, theirs] = [await aFixture(node, receiver), await aFixture(node, receiver)];
const document = await readDocument(node);

/** Differences caused by background work do not occur every time. */
const attempts = 12;

/** Statements of background work. */
async function statementsOfNobody(sent: string[]): Promise<Set<string>> {
  const from = sent.length;
  await sleep(1_500);
  return new Set(sent.slice(from));
}

/** Statements that only one of two requests causes; undefined if they are equal. */
async function differenceOf(
  sent: string[],
  noise: Set<string>,
  one: Attack,
  other: Attack,
): Promise<string[] | undefined> {
  const workOf = async (attack: Attack) => {
    const from = sent.length;
    await send(node, attack);
    return new Set(sent.slice(from).filter((statement) => !noise.has(statement)));
  };
  // Warms up caches and prepared statements.
  for (const attack of [one, other]) await send(node, attack);
  let difference: string[] = [];
  for (let left = attempts; left > 0; left--) {
    const [first, second] = [await workOf(one), await workOf(other)];
    difference = [...first.symmetricDifference(second)];
    if (difference.length === 0) return undefined;
  }
  return difference;
}

it('an id of another team costs the same statements as one that nothing has', async () => {
  const sent = watchStatements();
  const noise = await statementsOfNobody(sent);
  const auths = ['session', 'key', 'token'];
  const surprises: string[] = [];
  for (const route of document.routes.filter(({ auth }) => auths.includes(auth))) {
    const inPath = idPlacesOf(document, route).filter(({ part }) => part === 'path');
    const last = inPath.at(-1);
    if (!last) continue;
    const headers = ours.credentials[route.auth as 'session'];
    const asking = (idOf: (place: IdPlace) => number): Attack => {
      const others = [{ place: last, id: idOf(last) }];
      return { ...requestOf(route, ours, others), headers };
    };
    const difference = await differenceOf(
      sent,
      noise,
      asking(({ name }) => idIn(theirs, route, name)),
      asking(() => unknownId),
    );
    if (difference) surprises.push(`${route.name}: ${difference.join(';\n')}`);
  }
  expect(surprises).toEqual([]);
});

it('an address with an account is asked about like one without', async () => {
  const sent = watchStatements();
  const noise = await statementsOfNobody(sent);
  const post = (path: string, body: object): Attack => ({
    method: 'POST',
    path: `/api/v1${path}`,
    body,
    headers: { ...ours.credentials.session, 'x-forwarded-for': anAddress() },
  });
  const password = 'not the password';
  const pairs: [Attack, Attack][] = [
    [
      post('/auth/login', { email: theirs.owner.email, password }),
      post('/auth/login', { email: anEmail(), password }),
    ],
    [
      post('/auth/password-reset', { email: theirs.owner.email }),
      post('/auth/password-reset', { email: anEmail() }),
    ],
  ];
  for (const [known, unknown] of pairs) {
    expect(visibleIn(await send(node, known))).toBe(visibleIn(await send(node, unknown)));
    expect(await differenceOf(sent, noise, known, unknown)).toBeUndefined();
  }
  const invite = (email: string) => send(node, post(`/teams/${ours.ids.team_id}/members`, { email }));
  const [known, unknown] = [theirs.mate.email, anEmail().replace('person', 'nobody')];
  const shownOf = ({ status, text }: { status: number; text: string }, email: string) => [
    status,
    text.replace(email, ''),
  ];
  expect(shownOf(await invite(known), known)).toEqual(shownOf(await invite(unknown), unknown));
});
