import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aColleague, anAddress, anEmail, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { countDeadlocks } from '../../../test/deadlocks.ts';
import { createDatabase, startNode, type TestNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { storeBugs } from '../../../test/stored-bugs.ts';
import { signLink } from '../../auth/signed-links.ts';
import { upsertInvitation } from '../invitations/operations.ts';
import { insertPasswordReset } from './password-reset.ts';

async function aPlace() {
  const database = await createDatabase();
  const node = await startNode(database, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  return { database, node };
}

/** A member with an unverified address, who joined with a link sent to another address. */
async function aGuest(node: TestNode, host: Person): Promise<Person> {
  const guest = await aPerson(node);
  const invitation = await upsertInvitation(node.db, {
    team_id: host.teamId,
    email: anEmail(),
    invited_by: host.id,
  });
  const token = signLink(node.context.secretKey, 'invitation', invitation);
  expect((await guest.api.post('/api/v1/invitations/accept', { token })).status).toBe(200);
  return guest;
}

/** Sets a new password with an emailed link. */
async function startClean({ db, context, anyone }: TestNode, { id }: Person) {
  const reset = (await insertPasswordReset(db, id, 1)) as number;
  const body = { token: signLink(context.secretKey, 'password-reset', reset), password: 'a better horse' };
  const answer = await anyone.post('/api/v1/auth/password-reset/confirm', body, {
    'x-forwarded-for': anAddress(),
  });
  return answer.body.started_clean;
}

it('somebody who has invited others starts clean while they are removed from the team', async () => {
  const { database, node } = await aPlace();
  const host = await aPerson(node);
  const guest = await aGuest(node, host);
  const [bug] = await storeBugs(node, await aProject(host), 1);
  await host.api.patch(`/api/v1/bugs-admin/${bug}`, { assignee_id: guest.id });
  await upsertInvitation(node.db, { team_id: host.teamId, email: anEmail(), invited_by: guest.id });

  // The removal holds the members and waits for the bug. The clean start waits for the members.
  const release = await hold(node, (trx) => sql`select from bugs where id = ${bug} for update`.execute(trx));
  const removed = host.api.delete(`/api/v1/teams/${host.teamId}/members/${guest.id}`);
  await whenBlocked(node);
  const started = startClean(node, guest);
  await whenBlocked(node, 2);
  await release();
  expect((await removed).status).toBe(204);
  expect(await started).toBe(true);
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});

it('somebody starts clean while their bugs are changed together', async () => {
  const { database, node } = await aPlace();
  const founder = await aPerson(node);
  const ids = await storeBugs(node, await aProject(founder), 3);
  for (const bug of [ids[2], ids[0]])
    await founder.api.patch(`/api/v1/bugs-admin/${bug}`, { assignee_id: founder.id });
  const colleague = await aColleague(node, founder);

  // The change holds the first bug and waits for the second. The clean start waits for the first.
  const release = await hold(node, (trx) =>
    sql`select from bugs where id = ${ids[1]} for update`.execute(trx),
  );
  const body = { ids, operation: 'set_severity', value: 'high' };
  const changed = colleague.api.post('/api/v1/bugs-admin/bulk', body);
  await whenBlocked(node);
  const started = startClean(node, founder);
  await whenBlocked(node, 2);
  await release();
  expect((await changed).body).toMatchObject({ affected: 3 });
  expect(await started).toBe(true);
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});
