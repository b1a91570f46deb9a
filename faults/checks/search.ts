import { sql } from 'kysely';
import { createClient } from '../../apps/server/test/client.ts';
import type { Installation } from '../core/installation.ts';
import { type Check, check } from './check.ts';

const samples = 5;

/** Searches find what is stored. */
export async function checkSearch({ postgres: { db }, nodes, place }: Installation): Promise<Check[]> {
  const { rows: missing } = await sql<{ id: number }>`
    select id from bugs where not exists (select from bug_search where bug_id = bugs.id)`.execute(db);
  const { rows: unlisted } = await sql<{ lexeme: string }>`
    select distinct lexeme from bug_search cross join unnest(tsvector_to_array(words)) as lexeme
    where split_part(lexeme, '.', 3) not like '=%' and not exists (
      select from search_dictionary as entry
      where entry.team_id = bug_search.team_id and stretch = split_part(lexeme, '.', 1)::bigint
        and word = dictionary_entry(split_part(lexeme, '.', 3))
    )`.execute(db);
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
    check(
      'word that is not in the dictionary',
      unlisted.map(({ lexeme }) => lexeme),
    ),
    check('search that does not find its bug', unfound),
  ];
}
