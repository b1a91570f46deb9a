import { type Kysely, sql } from 'kysely';

/** Bugs with the same stack trace are found by a fingerprint, which the search index keeps beside the words (decision 21). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The words of a trace, each once, without those that have a digit: line numbers, addresses, hashes, ids and versions. So a
    -- deeper recursion makes no difference either. The hash in the name of a bundled file need not have a digit, and goes
    -- first. A trace of fewer than three words says nothing. The project is in it, so that nobody finds traces of others.
    create function stack_fingerprint(bug bugs) returns bigint language sql stable parallel safe cost 10000 as $$
      select case when count(*) >= 3 then
        ('x' || encode(substr(sha256(convert_to(bug.project_id || ' ' || string_agg(word, ' ' order by word collate "C"), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
      end
      from unnest(search_words('', regexp_replace(bug.stack_trace, ${sql.lit(bundleHash)}, '', 'g'))) as words (word)
      where word !~ '[0-9]'
    $$;

    -- The migration of filters fills it in, so that each row is written once.
    alter table bug_search add column fingerprint bigint;
    create index bug_search_fingerprint on bug_search (fingerprint, bug_id) where fingerprint is not null;
  `.execute(db);
}

/** As bundlers write it: eight characters before the ending, at least one of which is a digit or a capital. */
const bundleHash = '[-.](?=[a-z_-]{0,7}[A-Z0-9])[A-Za-z0-9_-]{8}(?=\\.[cm]?js)';
