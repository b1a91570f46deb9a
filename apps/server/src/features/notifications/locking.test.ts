import { expect, it } from 'vitest';
import { anEmail, aPerson, aProject } from '../../../test/builders.ts';
import { startConcurrentClients } from '../../../test/concurrent-clients.ts';
import { countDeadlocks } from '../../../test/deadlocks.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { expectNoContent } from '../../../test/samples.ts';
import { signLink } from '../../auth/signed-links.ts';
import { mutePurpose } from '../../mail/mute-link.ts';

it('addresses are muted and unmuted while lists change and the team with all of them is closed', async () => {
  const database = await createDatabase();
  const [node, other] = [await startNode(database), await startNode(database)];
  const ada = await aPerson(node);
  const emails = Array.from({ length: 4 }, anEmail);
  const paths: string[] = [];
  for (let count = 0; count < 5; count++) paths.push(`/api/v1/projects/${(await aProject(ada)).id}`);
  for (const path of paths.toReversed()) await ada.api.patch(path, { notification_emails: emails });
  const known = await node.db.selectFrom('mail_addresses').select('id').execute();
  const tokens = known.map(({ id }) => signLink(node.context.secretKey, mutePurpose, id));
  const crowd = startConcurrentClients([
    ...[node, other].map(({ anyone }, who) => ({
      what: 'muting and unmuting',
      may: [200],
      send: (turn: number) => {
        const token = tokens[(turn >> 1) % tokens.length];
        return anyone.post(`/api/v1/notifications/${(turn + who) % 2 ? 'unmute' : 'mute'}/${token}`);
      },
    })),
    ...[0, 1].map((who) => ({
      what: 'changing a list',
      may: [200, 404],
      send: (turn: number) =>
        ada.api.patch(paths[(turn + who) % paths.length] as string, {
          notification_emails: turn % 3 ? emails.slice(turn % 4).reverse() : [],
        }),
    })),
  ]);
  await crowd.turns(12);
  const team = `/api/v1/teams/${ada.teamId}`;
  const { slug } = (await ada.api.get(team)).body;
  expectNoContent(await ada.api.request('DELETE', team, { body: { slug } }));
  await crowd.turns(2);
  await crowd.end();
  await Promise.all([node.stop(), other.stop()]);
  expect(await countDeadlocks(database)).toBe(0);
});
