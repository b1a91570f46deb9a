import { type Kysely, sql } from 'kysely';

/** Accounts and teams can end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A closed team has no members, and its keys are void. A job empties and deletes it.
    alter table teams add column closed_at timestamptz(3);
    drop trigger sender_changed on teams;
    create trigger sender_changed after update of plan, closed_at on teams
      for each row execute function note_changed_plan();

    -- Comments outlive their authors. As with those of activity, an author who is gone is one whose row is not found:
    -- nothing has to be rewritten when somebody leaves, however much they have written.
    alter table comments drop constraint comments_author_id_fkey;
  `.execute(db);
}
