import { scopes } from '@skep/vocabulary';
import { anAddress, anEmail } from '../../../apps/server/test/builders.ts';
import { aPreparedDataDir, runService } from '../../../apps/server/test/service-process.ts';

/** Starts a service with a user, a project, a bug and an MCP token. */
export async function startServiceWithToken(settings: Record<string, string> = {}) {
  const service = await runService({ DATA_DIR: await aPreparedDataDir(), ...settings });
  const account = { email: anEmail(), password: 'correct horse battery', team_name: 'Bees' };
  const signup = await service.api.post('/api/v1/auth/signup', account, { 'x-forwarded-for': anAddress() });
  const api = service.api.with({ authorization: `Bearer ${signup.body.access_token}` });
  const [team] = (await api.get('/api/v1/teams')).body.items;
  const project = (await api.post('/api/v1/projects', { team_id: team.id, name: 'Shop' })).body;
  const report = { title: 'Checkout button does nothing', description: 'I press "Pay".' };
  const bug = (await service.api.post('/api/v1/bugs', report, { 'x-api-key': project.api_key })).body;
  const { token } = (await api.post('/api/v1/me/mcp-tokens', { name: 'Claude', scopes })).body;
  return { url: service.url, teamId: team.id as number, project, bugId: bug.id as number, token };
}
