import { type Kysely, sql } from 'kysely';

/**
 * The functions that split texts into words and make fingerprints of traces answer as before, in half the time: it is most of
 * what indexing a report costs (decision 12). What is indexed stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A regular expression is begun anew at every match, so the usual separators are replaced without one. Then all that is done
    -- for each word is done by functions on arrays. A word that has to be cut short takes a longer way; whether there is one is
    -- asked in two steps, because the second question is the more expensive one.
    create or replace function search_words(prefix text, content text) returns tsvector language plpgsql stable parallel safe cost 10000 as $$
    declare
      plain text := ${sql.raw(withoutUsualSeparators("lower(coalesce(content, ''))"))};
    begin
      if plain ~ ${sql.lit(`[${separatorsButSpace}]`)} then
        plain := regexp_replace(plain, ${sql.lit(`[${separatorsButSpace} ]+`)}, ' ', 'g');
      end if;
      if plain ~ '[^ ]{32}' and plain ~ '[^ ]{201}' then
        plain := array_to_string(array(select left(word, 200) from string_to_table(plain, ' ') as word), ' ');
      end if;
      -- Where two spaces meet, there is an empty word, of which only the prefix is left.
      return array_to_tsvector(array_remove(
        string_to_array(prefix || replace(plain, ' ', ' ' || prefix), ' ', prefix),
        null
      ));
    end $$;

    create or replace function stack_fingerprint(bug bugs) returns bigint language plpgsql stable parallel safe cost 10000 as $$
    declare
      trace text := bug.stack_trace;
      words text[];
    begin
      if trace is null then return null; end if;
      -- Most traces have no hash, which is quickly seen.
      if trace ~ '[-.][A-Za-z0-9_-]{8}\\.[cm]?js' then
        trace := regexp_replace(trace, ${sql.lit(bundleHash)}, '', 'g');
      end if;
      -- The array has them in the order of their bytes.
      words := array(select word from unnest(tsvector_to_array(search_words('', trace))) as word where word !~ '[0-9]');
      if cardinality(words) < 3 then return null; end if;
      return ('x' || encode(
        substr(sha256(convert_to(bug.project_id || ' ' || array_to_string(words, ' '), 'UTF8')), 1, 8),
        'hex'
      ))::bit(64)::bigint;
    end $$;
  `.execute(db);
}

/** Those that most texts, addresses and traces have. */
const usualSeparators = '\n.,/:-()@?=_\'"&';

const withoutUsualSeparators = (text: string) =>
  Array.from(usualSeparators).reduce(
    (left, separator) => `replace(${left}, e'${separator === "'" ? "''" : separator}', ' ')`,
    text,
  );

/** As in the migration of search, but for the space. */
const separatorsButSpace = [
  '\\u0001-\\u001F!-/:-@\\u005B-`{-\\u00A9\\u00AB-\\u00B1\\u00B4\\u00B6-\\u00B8\\u00BB-\\u00BF\\u00D7\\u00F7',
  '\\u060C\\u061B\\u061F\\u06D4\\u0964\\u0965\\u2000-\\u206F\\u3000-\\u3003\\u3008-\\u3020\\u3030',
  '\\uFF01-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65',
].join('');

/** As in the migration of similar bugs. */
const bundleHash = '[-.](?=[a-z_-]{0,7}[A-Z0-9])[A-Za-z0-9_-]{8}(?=\\.[cm]?js)';
