import { type Kysely, sql } from 'kysely';

/**
 * The rules of a blocklist are told as a change of their project, as its keys are, and invitations as a change of the members,
 * whom they stand beside. What a rule has dropped, which happens with any report, is no such change. One row is noted for each
 * statement and team: a project goes with all its rules.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
  `.execute(db);
}
