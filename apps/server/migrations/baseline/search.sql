-- Full-text search: the words of bugs in `bug_search`, and in `search_queue` the bugs whose words have to be written.

create table bug_search (
  bug_id bigint primary key,
  team_id bigint not null,
  tsv tsvector not null,
  fingerprint bigint
);
-- Not by team too: every word of a query is the beginning of words, and all bugs that have one of these are gathered anyway.
create index bug_search_words on bug_search using gin (tsv);
create index bug_search_fingerprint on bug_search (fingerprint, bug_id) where fingerprint is not null;

create table search_queue (
  bug_id bigint primary key,
  team_id bigint not null
);
