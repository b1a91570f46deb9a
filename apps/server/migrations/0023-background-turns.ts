import { type Kysely, sql } from 'kysely';

/** While many reports come in, work beside them is done in turns, of all processes together (decision 29). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row, whose loss in a crash does no harm. Nobody begins a turn before free_at. The sums say how many reports came in how
    -- many milliseconds, while somebody had a turn and while nobody had; older turns count for less and less.
    create unlogged table background_turns (
      is_only boolean primary key default true check (is_only),
      free_at timestamptz not null,
      seen_id bigint,
      seen_at timestamptz,
      reports_at_work float8 not null default 0,
      ms_at_work float8 not null default 0,
      reports_at_rest float8 not null default 0,
      ms_at_rest float8 not null default 0
    ) with (fillfactor = 10);
  `.execute(db);
}
