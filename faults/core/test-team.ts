import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { anAddress } from '../../apps/server/test/builders.ts';
import type { Client } from '../../apps/server/test/client.ts';

/** A team with two projects without rate limits, each with a webhook for all events if wanted. */
export interface TestTeam {
  teamId: number;
  token: string;
  projects: { id: number; key: string }[];
  /** Accounts to log in with. There are several because logins are rate-limited per account. */
  emails: string[];
}

export const password = 'correct horse battery';

export async function createTestTeam(
  api: Client,
  db: Database,
  receiverUrl: string | null,
): Promise<TestTeam> {
  const email = 'owner@example.com';
  const signup = await api.post(
    '/api/v1/auth/signup',
    { email, password },
    { 'x-forwarded-for': anAddress() },
  );
  if (signup.status !== 201) throw new Error(`Sign-up failed with ${signup.status}: ${signup.text}`);
  const token: string = signup.body.access_token;
  const owner = api.with({ authorization: `Bearer ${token}` });
  const [team] = (await owner.get('/api/v1/teams')).body.items;
  const projects: TestTeam['projects'] = [];
  for (const name of ['Website', 'App']) {
    const project = (await owner.post('/api/v1/projects', { team_id: team.id, name })).body;
    if (receiverUrl) await addWebhook(owner, project.id, `${receiverUrl}/${project.id}`);
    projects.push({ id: project.id, key: project.api_key });
  }
  await sql`update projects set reports_per_minute = 10000000`.execute(db);
  await sql`
    insert into users (email, name, password_hash)
    select 'person-' || n || '@example.com', 'Person', password_hash from users, generate_series(1, 30) as n
    where email = ${email}`.execute(db);
  const emails = Array.from({ length: 30 }, (_, index) => `person-${index + 1}@example.com`);
  return { teamId: team.id, token, projects, emails };
}

async function addWebhook(owner: Client, projectId: number, url: string): Promise<void> {
  const events = ['bug.created', 'bug.updated', 'bug.commented'];
  const created = await owner.post(`/api/v1/projects/${projectId}/webhooks`, { url, events });
  if (created.status !== 201)
    throw new Error(`Creating a webhook failed with ${created.status}: ${created.text}`);
}
