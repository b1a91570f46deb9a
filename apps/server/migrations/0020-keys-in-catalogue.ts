import { type Kysely, sql } from 'kysely';

/**
 * The additional keys of a project are told as a change of the project, as its own key is, so that whoever has its page open
 * sees them come and go. That a key was used, which happens with any report, is no such change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger catalogue_changed after insert or delete on api_keys
      for each row execute function note_catalogue_change('projects');
    create trigger catalogue_updated after update of name on api_keys
      for each row when (old.name is distinct from new.name) execute function note_catalogue_change('projects');
  `.execute(db);
}
