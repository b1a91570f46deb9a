-- Full-text search. A follower of `activity` writes the words of new bugs into `bug_search`, apart from ingest; how far it has
-- come is in `search_cursor`. Bugs that are not indexed yet are searched one by one (decision 12).

-- Everything that a search looks at. None of it changes after the report was stored.
create function searched_text(bug bugs) returns text language sql stable parallel safe as $$
  select concat_ws(' ', bug.title, bug.description, bug.stack_trace, bug.reporter_email, bug.reporter_identifier, bug.url)
$$;

-- Words are what stands between spaces and punctuation (ASCII, Latin-1, general, Arabic, Indic, CJK and full-width), so that
-- URLs, paths and versions are split. Only the first 200 characters of a word are indexed. Every lexeme begins with the
-- given prefix.
--
-- A regular expression is begun anew at every match, so the usual separators are replaced without one, and whether a word has
-- to be cut short is asked in two steps, because the second question is the more expensive one.
create function search_words(prefix text, content text) returns tsvector language plpgsql stable parallel safe cost 10000 as $$
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
  -- Where two spaces meet, there is an empty word, of which only the prefix is left.
  return array_to_tsvector(array_remove(
    string_to_array(prefix || replace(plain, ' ', ' ' || prefix), ' ', prefix),
    null
  ));
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
  words := array(select word from unnest(tsvector_to_array(search_words('', trace))) as word where word !~ '[0-9]');
  if cardinality(words) < 3 then return null; end if;
  return ('x' || encode(
    substr(sha256(convert_to(bug.project_id || ' ' || array_to_string(words, ' '), 'UTF8')), 1, 8),
    'hex'
  ))::bit(64)::bigint;
end $$;

create function text_hash(text) returns text immutable strict parallel safe
  return encode(sha256(convert_to($1, 'UTF8')), 'hex');

-- Terms that a bug has as a whole, beside the words of its texts: no word begins with an equals sign.
create function search_terms(prefix text, bug bugs) returns tsvector language sql stable parallel safe as $$
  select array_to_tsvector(array_remove(array[
    prefix || '=e' || left(text_hash(bug.environment), 24),
    prefix || '=v' || left(text_hash(bug.app_version), 24),
    prefix || '=r' || left(text_hash(fold_ascii(bug.reporter_email)), 24),
    prefix || '=r' || left(text_hash(fold_ascii(bug.reporter_identifier)), 24)
  ], null))
$$;

create table bug_search (
  bug_id bigint primary key,
  team_id bigint not null,
  words tsvector not null,
  fingerprint bigint
);
create index bug_search_words on bug_search using gin (words);
create index bug_search_fingerprint on bug_search (fingerprint, bug_id) where fingerprint is not null;

-- Its columns are those of event_cursor.
create table search_cursor (
  seen pg_snapshot not null,
  begun xid8,
  begun_up_to bigint,
  written_by xid8 not null default '0',
  singleton boolean primary key default true check (singleton)
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

-- Digits, and scripts that are written without spaces, make words that hardly occur twice. Of these only the beginning is kept,
-- up to the first such sign, with an asterisk, which no word has. Nor is more kept of what is too long for a word.
create function dictionary_entry(word text) returns text language sql immutable parallel safe as $$
  select case when word ~ '[0-9\u0E00-\u109F\u1780-\u17FF\u2E80-\U0010FFFF]' or length(word) > 32
    then substring(left(word, 32) from '^[^0-9\u0E00-\u109F\u1780-\u17FF\u2E80-\U0010FFFF]*[0-9\u0E00-\u109F\u1780-\u17FF\u2E80-\U0010FFFF]?') || '*' else word end
$$;

-- The words of a team in a range of ids, and for each a bug that has it: null when that has lost it, until another one is found,
-- or the word goes because there is none. So a search asks the index for whole words only, which is many times faster than
-- asking for a prefix.
create table search_dictionary (
  team_id bigint not null,
  stretch bigint not null,
  word text collate "C" not null,
  bug_id bigint,
  primary key (team_id, stretch, word)
);
create index search_dictionary_bug on search_dictionary (bug_id);

-- Whoever takes words out of the dictionary locks it for a moment. It is waited for by a statement of its own, so that the next
-- one sees what is there then. Many bugs have the same words, so each is cut only once.
create function list_words() returns trigger language plpgsql as $$
begin
  lock table search_dictionary in row exclusive mode;
  insert into search_dictionary
  select team_id, stretch, dictionary_entry(word), max(bug_id) from (
    select split_part(lexeme, '.', 2)::bigint as team_id, bug_id / 32768 as stretch, split_part(lexeme, '.', 3) as word, bug_id
    from (
      select lexeme collate "C" as lexeme, max(bug_id) as bug_id
      from (select unnest(tsvector_to_array(words)) as lexeme, bug_id from written) as lexemes group by 1
    ) as lexemes
  ) as words
  where word not like '=%'
  group by 1, 2, 3 order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
create function unlist_words() returns trigger language plpgsql as $$
begin
  lock table search_dictionary in row exclusive mode;
  update search_dictionary set bug_id = null where bug_id = any(array(select bug_id from before));
  return null;
end $$;
create trigger listed_words after insert on bug_search referencing new table as written
  for each statement execute function list_words();
create trigger relisted_words after update on bug_search referencing new table as written
  for each statement execute function list_words();
create trigger outdated_words after update on bug_search referencing old table as before
  for each statement execute function unlist_words();
create trigger unlisted_words after delete on bug_search referencing old table as before
  for each statement execute function unlist_words();
