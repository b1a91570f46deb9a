import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import type { Position } from '../events/queries.ts';

/**
 * Words of a bug are found under its team and the stretch of ids that it lies in. So a search reads nothing of other
 * teams, and can go through the index from the newest stretch on, until it has found enough.
 */
export const stretchLength = 32_768;

export const stretchOf = (bugId: RawBuilder<unknown>) => sql<number>`(${bugId} / ${sql.lit(stretchLength)})`;

/** The first id of a stretch. */
export const startOf = (stretch: RawBuilder<unknown>) =>
  sql<number>`((${stretch}) * ${sql.lit(stretchLength)})`;

const prefix = sql`${stretchOf(sql`id`)} || '.' || team_id || '.'`;

/** What stands for the stretch in a pattern. No word has it, nor anything else that means something in a query. */
const anyStretch = '#';

/** Every one of the words, or a longer one that begins with it, in one of the teams. */
export function patternFor(teamIds: number[], words: string[]): string {
  const inAnyTeam = (word: string) => teamIds.map((team) => `'${anyStretch}.${team}.${word}':*`).join('|');
  return words.map((word) => `(${inAnyTeam(word)})`).join('&');
}

export const queryIn = (stretch: RawBuilder<unknown>, pattern: string) =>
  sql`replace(${pattern}, ${anyStretch}, ${stretch}::text)::tsquery`;

/** Each once; those that can be searched for. */
export async function splitWords(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(search_words('', ${text})) as words`.execute(db);
  return rows[0]?.words ?? [];
}

export interface NewBugs {
  ids: number[];
  /** Up to where activity has been looked through. */
  end: Position;
  isMore: boolean;
}

/** Most activity is about bugs that are known; much of it is passed over at once, but not so much that it takes long. */
const mostScanned = 2_000;

/**
 * In the order in which activity is handed on. A limit on what is scanned makes sure that the database reads from one end:
 * asked for one kind only, it may read and sort everything there is, for want of better knowledge.
 */
export async function selectCreatedBetween(
  db: Db,
  { after, upTo, limit }: { after: Position; upTo: Position; limit: number },
): Promise<NewBugs> {
  const lastOf = (rows: string) => sql`
    (select json_build_object('xid', xid::text, 'activity_id', id) from ${sql.table(rows)} order by place desc limit 1)`;
  const { rows } = await sql<{
    ids: number[];
    scanned: number;
    last_created: Position;
    last_scanned: Position;
  }>`
    with scanned as materialized (
      select *, row_number() over (order by xid, id) as place from (
        select xid, id, bug_id, kind from activity
        where (xid, id) > (${after.xid}::xid8, ${after.activity_id})
          and (xid, id) <= (${upTo.xid}::xid8, ${upTo.activity_id})
        order by xid, id limit ${mostScanned}
      ) as stretch
    ),
    created as materialized (select * from scanned where kind = 'created' order by place limit ${limit})
    select array(select bug_id from created order by place) as ids, (select count(*) from scanned) as scanned,
      ${lastOf('created')} as last_created, ${lastOf('scanned')} as last_scanned`.execute(db);
  const { ids, scanned, last_created, last_scanned } = rows[0] as (typeof rows)[number];
  if (ids.length === limit) return { ids, end: last_created, isMore: true };
  if (scanned === mostScanned) return { ids, end: last_scanned, isMore: true };
  return { ids, end: upTo, isMore: false };
}

/** To be called with the cursor locked: bugs that are being deleted then wait, and take their words with them. */
export async function insertWords(trx: Trx, bugIds: number[]): Promise<void> {
  await sql`
    insert into bug_search (bug_id, words)
    select id, search_words(${prefix}, searched_text(bugs)) from bugs where id = any(${bugIds}) order by id`.execute(
    trx,
  );
}

/** New words are put aside first, where each search has to read through them; this moves them into the index all at once. */
export async function fileWords(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list('bug_search_words')`.execute(db);
}

/** The last one that was given out: how much it grows tells how many reports come in. */
export async function selectLastId(db: Db): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`select last_value from bug_ids`.execute(db);
  return rows[0]?.last_value ?? 0;
}
