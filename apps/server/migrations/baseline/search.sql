-- Full-text search: `bug_search` is the index, `search_queue` lists bugs to be indexed.

create table bug_search (
  bug_id bigint primary key,
  team_id bigint not null,
  tsv tsvector not null,
  fingerprint bigint
);
-- Not partitioned by team: queries are prefix matches, and the index collects all bugs with a matching word anyway.
create index bug_search_words on bug_search using gin (tsv);
create index bug_search_fingerprint on bug_search (fingerprint, bug_id) where fingerprint is not null;

create table search_queue (
  bug_id bigint primary key,
  team_id bigint not null
);
