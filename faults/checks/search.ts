import { sql } from 'kysely';
import { createClient } from '../../apps/server/test/client.ts';
import type { Installation } from '../core/installation.ts';
import { type Check, check } from './check.ts';

const samples = 5;

/** Checks that every bug is indexed and that search finds a random sample. */
export async function checkSearch({ postgres: { db }, nodes, testTeam }: Installation): Promise<Check[]> {
  const { rows: missing } = await sql<{ id: number }>`
    select id from bugs where not exists (select from bug_search where bug_id = bugs.id)`.execute(db);
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from bugs where title like 'marker%' order by random() limit ${samples}`.execute(db);
  const api = createClient(nodes[0].url, { authorization: `Bearer ${testTeam.token}` });
  const notFound: string[] = [];
  for (const { id, title } of rows) {
    const { status, body } = await api.get(`/api/v1/bugs-admin?search=${title}`);
    if (body?.items?.length !== 1 || body.items[0].id !== id) notFound.push(`${title}: ${status}`);
  }
  return [
    check(
      'bug missing in the search index',
      missing.map(({ id }) => String(id)),
    ),
    check('search that does not find its bug', notFound),
  ];
}
