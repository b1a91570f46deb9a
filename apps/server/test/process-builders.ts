import { anAddress, anEmail } from './builders.ts';
import type { Client } from './client.ts';

/** A user with a project in a service process. */
export async function aProjectIn(service: Client) {
  const api = service.retrying();
  const signup = await api.post(
    '/api/v1/auth/signup',
    { email: anEmail(), password: 'correct horse battery' },
    { 'x-forwarded-for': anAddress() },
  );
  const token: string = signup.body.access_token;
  const owner = api.with({ authorization: `Bearer ${token}` });
  const [team] = (await owner.get('/api/v1/teams')).body.items;
  const project = (await owner.post('/api/v1/projects', { team_id: team.id, name: 'Website' })).body;
  return { owner: service.with({ authorization: `Bearer ${token}` }), token, project };
}
