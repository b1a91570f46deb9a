import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aColleague, aPerson, type Person } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { hold, whenBlocked } from '../../test/hold.ts';

const node = await startService();

/** Sends a request except its last byte. Returns a function that completes it and returns the response. */
async function beginRequest({ token, api }: Person, path: string, body: object) {
  const text = JSON.stringify(body);
  const sending = request(`${node.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': text.length,
    },
  });
  sending.write(text.slice(0, -1));
  // By the time this is answered, the service has verified the other request's credential.
  await api.get('/api/v1/me');
  return async (): Promise<number | undefined> => {
    sending.end(text.slice(-1));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
}

/** Longer than a verified session is trusted. */
const aWhile = () => sleep(1_200);

it('a request whose body comes after its session has ended is refused', async () => {
  const ada = await aPerson(node);
  const finish = await beginRequest(ada, '/api/v1/teams', { name: 'Late' });
  const change = { password: 'another horse battery', current_password: ada.password };
  const { body } = await ada.api.patch('/api/v1/me', change);
  await aWhile();
  expect(await finish()).toBe(401);
  const now = node.anyone.with({ authorization: `Bearer ${body.access_token}` });
  expect((await now.get('/api/v1/teams')).body.total).toBe(1);
});

it('a request whose body comes after its user has left the team does nothing there', async () => {
  const ada = await aPerson(node);
  const ben = await aColleague(node, ada);
  const finish = await beginRequest(ben, '/api/v1/projects', { team_id: ada.teamId, name: 'Late' });
  expect((await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${ben.id}`)).status).toBe(204);
  await aWhile();
  expect(await finish()).toBe(404);
  expect((await ada.api.get(`/api/v1/projects?team_id=${ada.teamId}`)).body.total).toBe(0);
});

it('no MCP token is made by a session that ends at the same moment', async () => {
  const ada = await aPerson(node);
  const later = sql`update users set tokens_valid_from = 4000000000 where id = ${ada.id}`;
  const release = await hold(node, (trx) => later.execute(trx));
  const minting = ada.api.post('/api/v1/me/mcp-tokens', { name: 'Late', scopes: ['read:bugs'] });
  await whenBlocked(node);
  await release();
  expect((await minting).status).toBe(401);
});
