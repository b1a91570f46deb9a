import { type Kysely, sql } from 'kysely';

/**
 * Full-text search. A follower of `activity` writes the words of new bugs into `bug_search`, apart from ingest; how far it
 * has come is in `search_cursor`. Bugs that are not indexed yet are searched one by one (decision 12).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Everything that a search looks at. None of it changes after the report was stored.
    create function searched_text(bug bugs) returns text language sql stable parallel safe as $$
      select concat_ws(' ', bug.title, bug.description, bug.stack_trace, bug.reporter_email, bug.reporter_identifier, bug.url)
    $$;

    -- Words are what stands between spaces and punctuation, so that addresses, paths and versions are split. Only the first
    -- 200 characters of a word are indexed. Every lexeme begins with the given prefix.
    create function search_words(prefix text, content text) returns tsvector language sql stable parallel safe cost 10000 as $$
      select array_to_tsvector(array(
        select prefix || left(word, 200)
        from string_to_table(
          regexp_replace(lower(content), ${sql.lit(`[${separators}]+`)}, ' ', 'g'),
          ' '
        ) as word
        where word <> ''
      ))
    $$;

    create table bug_search (
      bug_id bigint primary key,
      team_id bigint not null,
      words tsvector not null
    );
    create index bug_search_words on bug_search using gin (words);

    -- Its columns are those of event_cursor.
    create table search_cursor (
      seen pg_snapshot not null,
      begun xid8,
      begun_up_to bigint,
      written_by xid8 not null default '0'
    );
    insert into search_cursor (seen, written_by) values ('1:1:', pg_current_xact_id());

    -- Locking the cursor keeps the follower from writing words of a bug that is being deleted.
    create function forget_words() returns trigger language plpgsql as $$
    begin
      perform from search_cursor for share;
      delete from bug_search where bug_id in (select id from before);
      return null;
    end $$;
    create trigger forgotten_words after delete on bugs referencing old table as before
      for each statement execute function forget_words();
  `.execute(db);
}

/** Spaces and punctuation as ranges of a regular expression: ASCII, Latin-1, general, Arabic, Indic, CJK and full-width. */
const separators = [
  '\\u0001-/:-@\\u005B-`{-\\u00A9\\u00AB-\\u00B1\\u00B4\\u00B6-\\u00B8\\u00BB-\\u00BF\\u00D7\\u00F7',
  '\\u060C\\u061B\\u061F\\u06D4\\u0964\\u0965\\u2000-\\u206F\\u3000-\\u3003\\u3008-\\u3020\\u3030',
  '\\uFF01-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65',
].join('');
