-- Full-text search: the words of bugs in `bug_search`, and in `search_queue` the bugs whose words have to be written.

create extension if not exists btree_gin;

-- Everything that a search looks at.
create function searched_text(bug bugs) returns text language sql stable parallel safe as $$
  select concat_ws(' ', bug.title, bug.description, bug.stack_trace, bug.reporter_email, bug.reporter_identifier, bug.url)
$$;

-- Words are what stands between spaces and punctuation (ASCII, Latin-1, general, Arabic, Indic, CJK and full-width), so that
-- URLs, paths and versions are split. Only the first 200 characters of a word are indexed.
--
-- A regular expression is begun anew at every match, so the usual separators are replaced without one, and whether a word has
-- to be cut short is asked in two steps, because the second question is the more expensive one.
create function search_words(content text) returns tsvector language plpgsql stable parallel safe cost 10000 as $$
declare
  plain text := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(lower(coalesce(content, '')), e'\n', ' '), '.', ' '), ',', ' '), '/', ' '), ':', ' '), '-', ' '), '(', ' '), ')', ' '),
    '@', ' '), '?', ' '), '=', ' '), '_', ' '), '''', ' '), '"', ' '), '&', ' ');
begin
  if plain ~ '[\u0001-\u001F!-/:-@\u005B-`{-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u06D4\u0964\u0965\u2000-\u206F\u3000-\u3003\u3008-\u3020\u3030\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]' then
    plain := regexp_replace(plain, '[\u0001-\u001F!-/:-@\u005B-`{-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB-\u00BF\u00D7\u00F7\u060C\u061B\u061F\u06D4\u0964\u0965\u2000-\u206F\u3000-\u3003\u3008-\u3020\u3030\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65 ]+', ' ', 'g');
  end if;
  if plain ~ '[^ ]{32}' and plain ~ '[^ ]{201}' then
    plain := array_to_string(array(select left(word, 200) from string_to_table(plain, ' ') as word), ' ');
  end if;
  -- Where two spaces meet, there is an empty word.
  return array_to_tsvector(array_remove(string_to_array(plain, ' '), ''));
end $$;

-- Bugs with the same stack trace have the same fingerprint: the words of the trace, each once, without those that have a digit
-- (line numbers, hashes, ids, versions), so a deeper recursion makes no difference either. The hash in the name of a bundled
-- file need not have a digit, and goes first. A trace of fewer than three words says nothing. The project is in it, so that
-- nobody finds traces of others (decision 21).
create function stack_fingerprint(bug bugs) returns bigint language plpgsql stable parallel safe cost 10000 as $$
declare
  trace text := bug.stack_trace;
  words text[];
begin
  if trace is null then return null; end if;
  -- Most traces have no hash, which is quickly seen.
  if trace ~ '[-.][A-Za-z0-9_-]{8}\.[cm]?js' then
    trace := regexp_replace(trace, '[-.](?=[a-z_-]{0,7}[A-Z0-9])[A-Za-z0-9_-]{8}(?=\.[cm]?js)', '', 'g');
  end if;
  -- The array has them in the order of their bytes.
  words := array(select word from unnest(tsvector_to_array(search_words(trace))) as word where word !~ '[0-9]');
  if cardinality(words) < 3 then return null; end if;
  return ('x' || encode(
    substr(sha256(convert_to(bug.project_id || ' ' || array_to_string(words, ' '), 'UTF8')), 1, 8),
    'hex'
  ))::bit(64)::bigint;
end $$;

create table bug_search (
  bug_id bigint primary key,
  team_id bigint not null,
  tsv tsvector not null,
  fingerprint bigint
);
create index bug_search_words on bug_search using gin (team_id, tsv);
create index bug_search_fingerprint on bug_search (fingerprint, bug_id) where fingerprint is not null;

create table search_queue (
  bug_id bigint primary key,
  team_id bigint not null
);
