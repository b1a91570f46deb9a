import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../src/db/connection.ts';
import { intoOutbox } from '../src/features/events/outbox.ts';
import type { Client } from './client.ts';
import type { TestNode } from './harness.ts';

/** Stores bugs with these titles and returns their ids. */
export async function storeReports(
  { db }: { db: Db },
  project: { id: number; team_id: number },
  titles: string[],
  reporter: string | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into bugs (id, project_id, team_id, title, description, severity, reporter_identifier, created_at, updated_at)
      select nextval('bug_ids'), ${project.id}, ${project.team_id}, title, '-', 'medium', ${reporter}::text, now(), now()
      from unnest(${titles}::text[]) with ordinality as titles (title, place) order by place
      returning *
    ),
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      select team_id, project_id, id, 'created', 'api', now() from stored order by id
      returning id, team_id, bug_id
    ),
    outboxed as (${sql.raw(intoOutbox)})
    select id from stored order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Waits until the search index is up to date. */
export async function whenIndexed({ db }: { db: Db }): Promise<void> {
  const isSomethingLeft = async () => {
    const { rows } = await sql`select from outbox union all select from search_queue limit 1`.execute(db);
    return rows.length > 0;
  };
  while (await isSomethingLeft()) await sleep(20);
}

/** Runs the work while indexing is paused. */
export async function withoutIndexing<T>({ db }: TestNode, act: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table bug_search in exclusive mode`.execute(trx);
    return act();
  });
}

export async function list(api: Client, query: Record<string, unknown> = {}) {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)]),
  );
  const answer = await api.get(`/api/v1/bugs-admin?${new URLSearchParams(pairs)}`);
  if (answer.status !== 200) throw new Error(`the list answered ${answer.status}: ${answer.text}`);
  return answer.body as {
    items: { id: number }[];
    total: number;
    limit: number;
    offset: number;
    next_cursor: string | null;
  };
}

export async function listedIds(api: Client, query: Record<string, unknown> = {}): Promise<number[]> {
  return (await list(api, query)).items.map(({ id }) => id);
}
