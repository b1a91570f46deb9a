-- Changes of the things that lists and filters are made of, which live streams tell (decision 10). Rows are only added, and
-- deleted an hour later.

-- No foreign key: that a team or a user is gone is a change too.
create table catalogue_changes (
  xid xid8 not null default pg_current_xact_id(),
  team_id bigint not null,
  what text not null check (what in ('labels', 'projects', 'members', 'views', 'team')),
  -- The only one who is told; null for the whole team.
  user_id bigint,
  created_at timestamptz(3) not null default now(),
  id bigint generated always as identity primary key
);
create index catalogue_changes_xid on catalogue_changes (xid);

create function note_catalogue_change() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (team_id, what) values (coalesce(new.team_id, old.team_id), tg_argv[0]);
  return null;
end $$;
create trigger catalogue_changed after insert or delete on labels
  for each row execute function note_catalogue_change('labels');
create trigger catalogue_updated after update on labels
  for each row when (old.* is distinct from new.*) execute function note_catalogue_change('labels');
create trigger catalogue_changed after insert or delete on projects
  for each row execute function note_catalogue_change('projects');
create trigger catalogue_updated after update on projects
  for each row when (old.* is distinct from new.*) execute function note_catalogue_change('projects');
create trigger catalogue_changed after insert or delete on memberships
  for each row execute function note_catalogue_change('members');
-- Keys are told as a change of their project. That a key was used, which happens with any report, is no such change.
create trigger catalogue_changed after insert or delete on api_keys
  for each row execute function note_catalogue_change('projects');
create trigger catalogue_updated after update of name on api_keys
  for each row when (old.name is distinct from new.name) execute function note_catalogue_change('projects');

create function note_changed_views() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (team_id, what, user_id)
  values (coalesce(new.team_id, old.team_id), 'views', coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger catalogue_changed after insert or delete on saved_views
  for each row execute function note_changed_views();
create trigger catalogue_updated after update on saved_views
  for each row when (old.* is distinct from new.*) execute function note_changed_views();

create function note_changed_team() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (team_id, what) values (new.id, 'team');
  return null;
end $$;
create trigger catalogue_updated after update on teams
  for each row when (old.* is distinct from new.*) execute function note_changed_team();

create function note_changed_person() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (team_id, what) select team_id, 'members' from memberships where user_id = new.id;
  return null;
end $$;
create trigger catalogue_updated after update on users
  for each row when ((old.name, old.email) is distinct from (new.name, new.email)) execute function note_changed_person();

-- Blocklist rules are told as a change of their project, and invitations as a change of the members. One row for each
-- statement and team: a project goes with all its rules.
create function note_catalogue_changes() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (team_id, what) select distinct team_id, tg_argv[0] from changed;
  return null;
end $$;
create trigger catalogue_added after insert on blocklist_rules referencing new table as changed
  for each statement execute function note_catalogue_changes('projects');
create trigger catalogue_removed after delete on blocklist_rules referencing old table as changed
  for each statement execute function note_catalogue_changes('projects');
create trigger catalogue_added after insert on invitations referencing new table as changed
  for each statement execute function note_catalogue_changes('members');
create trigger catalogue_updated after update on invitations referencing new table as changed
  for each statement execute function note_catalogue_changes('members');
create trigger catalogue_removed after delete on invitations referencing old table as changed
  for each statement execute function note_catalogue_changes('members');
