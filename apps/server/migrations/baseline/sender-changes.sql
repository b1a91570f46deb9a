-- Invalidates the API key cache of every process: keys, origins, caps, plans and rules of a project (decision 15).

-- No foreign key: that a project was deleted is a change too.
create table sender_changes (
  project_id bigint primary key,
  changed_in xid8 not null,
  rules_changed_in xid8,
  changed_at timestamptz(3) not null
);
create index sender_changes_changed_in on sender_changes (changed_in);

create function note_sender_changes(project_ids bigint[], of_rules boolean) returns void language sql as $$
  insert into sender_changes as known (project_id, changed_in, rules_changed_in, changed_at)
  select distinct id, pg_current_xact_id(), case when of_rules then pg_current_xact_id() end, now()
  from unnest(project_ids) as id order by id
  on conflict (project_id) do update set
    changed_in = excluded.changed_in,
    rules_changed_in = coalesce(excluded.rules_changed_in, known.rules_changed_in),
    changed_at = excluded.changed_at
$$;

create function note_changed_project() returns trigger language plpgsql as $$
begin
  perform note_sender_changes(array[coalesce(new.id, old.id)], false);
  return null;
end $$;
create trigger sender_changed after insert or delete or update of api_key, reports_per_minute, allowed_origins
  on projects for each row execute function note_changed_project();

create function note_changed_plan() returns trigger language plpgsql as $$
begin
  perform note_sender_changes(array(select id from projects where team_id = new.id), false);
  return null;
end $$;
create trigger sender_changed after update of plan, closed_at on teams
  for each row execute function note_changed_plan();

create function note_changed_rows() returns trigger language plpgsql as $$
begin
  perform note_sender_changes(array(select project_id from changed), tg_table_name = 'blocklist_rules');
  return null;
end $$;
create trigger key_added after insert on api_keys referencing new table as changed
  for each statement execute function note_changed_rows();
create trigger key_removed after delete on api_keys referencing old table as changed
  for each statement execute function note_changed_rows();
create trigger rule_added after insert on blocklist_rules referencing new table as changed
  for each statement execute function note_changed_rows();
create trigger rule_removed after delete on blocklist_rules referencing old table as changed
  for each statement execute function note_changed_rows();
