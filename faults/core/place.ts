import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { anAddress } from '../../apps/server/test/builders.ts';
import type { Client } from '../../apps/server/test/client.ts';

/** A team with two projects that may report as much as they like; each has a webhook that is told of everything, if wanted. */
export interface Place {
  teamId: number;
  token: string;
  projects: { id: number; key: string }[];
  /** Accounts to log in with: each may do so only twenty times an hour. */
  emails: string[];
}

export const password = 'correct horse battery';

export async function makePlace(api: Client, db: Database, receiverUrl: string | null): Promise<Place> {
  const email = 'owner@example.com';
  const signup = await api.post(
    '/api/v1/auth/signup',
    { email, password },
    { 'x-forwarded-for': anAddress() },
  );
  if (signup.status !== 201) throw new Error(`Signing up answered ${signup.status}: ${signup.text}`);
  const token: string = signup.body.access_token;
  const owner = api.with({ authorization: `Bearer ${token}` });
  const [team] = (await owner.get('/api/v1/teams')).body.items;
  const projects: Place['projects'] = [];
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
  const made = await owner.post(`/api/v1/projects/${projectId}/webhooks`, { url, events });
  if (made.status !== 201) throw new Error(`Making a webhook answered ${made.status}: ${made.text}`);
}
