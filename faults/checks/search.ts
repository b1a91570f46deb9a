import { sql } from 'kysely';
import { createClient } from '../../apps/server/test/client.ts';
import type { Installation } from '../core/installation.ts';
import { type Check, check } from './check.ts';

const samples = 5;

/** Searches find what is stored. */
export async function checkSearch({ postgres: { db }, nodes, place }: Installation): Promise<Check[]> {
  const { rows: missing } = await sql<{ id: number }>`
    select id from bugs where not exists (select from bug_search where bug_id = bugs.id)`.execute(db);
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from bugs where title like 'mark%' order by random() limit ${samples}`.execute(db);
  const api = createClient(nodes[0].url, { authorization: `Bearer ${place.token}` });
  const unfound: string[] = [];
  for (const { id, title } of rows) {
    const { status, body } = await api.get(`/api/v1/bugs-admin?search=${title}`);
    if (body?.items?.length !== 1 || body.items[0].id !== id) unfound.push(`${title}: ${status}`);
  }
  return [
    check(
      'bug that is not indexed',
      missing.map(({ id }) => String(id)),
    ),
    check('search that does not find its bug', unfound),
  ];
}
