import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject, joinTeam, type Person } from '../../../test/builders.ts';
import { openStream } from '../../../test/event-stream.ts';
import { secretKey, startService } from '../../../test/harness.ts';
import { pace } from './stream.ts';

pace.tickMs = 50;

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);

const remove = (member: Person) => ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${member.id}`);

describe('a stream ends', () => {
  it('for a member who is removed, and goes on for the others', async () => {
    const grace = await aColleague(node, ada);
    const hers = await openStream(node, { ...grace, ofTeam: ada.teamId });
    const [herAll, theirs] = [await openStream(node, grace), await openStream(node, ada)];
    await remove(grace);
    await Promise.all([hers.ended, herAll.ended]);
    await aBug(node, project);
    await theirs.receive(1);
    expect(hers.events).toEqual([]);
    const again = await openStream(node, { ...grace, lastEventId: herAll.lastEventId() });
    await aBug(node, project);
    const own = await aBug(node, await aProject(grace));
    await expect.poll(() => again.events.at(-1)?.data.bug_id).toBe(own);
    expect(again.events).toHaveLength(1);
  });

  it('when the password is changed', async () => {
    const mary = await aPerson(node);
    const stream = await openStream(node, mary);
    const changed = await mary.api.patch('/api/v1/me', {
      password: 'another horse battery',
      current_password: mary.password,
    });
    await stream.ended;
    await openStream(node, { token: changed.body.access_token });
  });

  it('when its token expires', async () => {
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(ada.id))
      .setIssuedAt(now)
      .setExpirationTime(now + 2)
      .sign(new TextEncoder().encode(secretKey));
    const [short, long] = [await openStream(node, { token }), await openStream(node, ada)];
    await short.ended;
    await aBug(node, project);
    await long.receive(1);
  });

  it('when it is about all teams and the user joins another, whose events come when it is resumed', async () => {
    const joan = await aPerson(node);
    const [all, one] = [
      await openStream(node, joan),
      await openStream(node, { ...joan, ofTeam: joan.teamId }),
    ];
    await joinTeam(node, ada, joan);
    await all.ended;
    const bugId = await aBug(node, project);
    const again = await openStream(node, { ...joan, lastEventId: all.lastEventId() });
    expect((await again.receive(1))[0]?.data).toMatchObject({ kind: 'created', bug_id: bugId });
    await aBug(node, await aProject(joan));
    await one.receive(1);
  });
});
