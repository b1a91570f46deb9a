import { type Kysely, sql } from 'kysely';

/**
 * What live streams tell of the things that lists and filters are made of. Triggers note every change, whoever makes it, and
 * each process reads what its last snapshot could not see (decision 10). Rows are only added, so that nobody waits for
 * anybody; an hour later they are deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- There is no foreign key: that a team or a user is gone is a change too.
    create table catalogue_changes (
      xid xid8 not null default pg_current_xact_id(),
      team_id bigint not null,
      what text not null check (what in ('labels', 'projects', 'members', 'views', 'team')),
      -- The only one who is told; null when it is the whole team.
      user_id bigint,
      created_at timestamptz(3) not null default now()
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
  `.execute(db);
}
