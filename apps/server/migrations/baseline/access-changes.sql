-- Invalidates the session cache of every process: whose access tokens are valid, who is an operator and who is in which team.

-- No foreign key: that a user was deleted is a change too.
create table access_changes (
  user_id bigint primary key,
  changed_in xid8 not null,
  changed_at timestamptz(3) not null
);
create index access_changes_changed_in on access_changes (changed_in);

create function note_access_changes(user_ids bigint[]) returns void language sql as $$
  insert into access_changes (user_id, changed_in, changed_at)
  select distinct id, pg_current_xact_id(), now() from unnest(user_ids) as id order by id
  on conflict (user_id) do update set changed_in = excluded.changed_in, changed_at = excluded.changed_at
$$;

create function note_changed_user() returns trigger language plpgsql as $$
begin
  perform note_access_changes(array[old.id]);
  return null;
end $$;
create trigger access_changed after delete or update of tokens_valid_from, is_operator
  on users for each row execute function note_changed_user();

create function note_changed_memberships() returns trigger language plpgsql as $$
begin
  perform note_access_changes(array(select user_id from changed));
  return null;
end $$;
create trigger member_added after insert on memberships referencing new table as changed
  for each statement execute function note_changed_memberships();
create trigger member_removed after delete on memberships referencing old table as changed
  for each statement execute function note_changed_memberships();
