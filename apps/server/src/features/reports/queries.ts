import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';

/** Those of these bugs whose reporter can be told, in projects that want it. */
export async function withReporters(trx: Trx, bugIds: number[]): Promise<number[]> {
  const bugs = await trx
    .selectFrom('bugs')
    .innerJoin('projects', 'projects.id', 'bugs.project_id')
    .select('bugs.id')
    .where('bugs.id', '=', sql<number>`any(${bugIds})`)
    .where('notify_reporters', '=', true)
    .where('reporter_email', 'is not', null)
    .execute();
  return bugs.map(({ id }) => id);
}

const wasTold = sql<boolean>`exists (
  select from reporter_mails where bug_id = bugs.id and mailed_at > now() - interval '1 day'
)`;

const isBlocked = sql<boolean>`exists (
  select from blocklist_rules
  where blocklist_rules.project_id = bugs.project_id and kind = 'email'
    and fold_ascii(value) in (fold_ascii(reporter_email), substring(fold_ascii(reporter_email) from '@[^@]*$'))
)`;

/** Undefined unless the bug is resolved still, and its reporter wants to be, may be and has not just been told. */
export function findResolved(db: Db, bugId: number) {
  return db
    .selectFrom('bugs')
    .innerJoin('projects', 'projects.id', 'bugs.project_id')
    .select(['bugs.id', 'bugs.title', 'bugs.reporter_email'])
    .where('bugs.id', '=', bugId)
    .where('bugs.status', '=', 'resolved')
    .where('notify_reporters', '=', true)
    .where('reporter_email', 'is not', null)
    .where((eb) => eb.not(eb.or([wasTold, isBlocked])))
    .$narrowType<{ reporter_email: string }>()
    .executeTakeFirst();
}

export async function markTold(db: Db, bugId: number): Promise<void> {
  await sql`insert into reporter_mails (bug_id) values (${bugId})
    on conflict (bug_id) do update set mailed_at = excluded.mailed_at`.execute(db);
}

export async function deleteOldReporterMails(db: Db): Promise<void> {
  await sql`delete from reporter_mails where mailed_at < now() - interval '1 day'`.execute(db);
}

export function findReport(db: Db, bugId: number) {
  return db.selectFrom('bugs').select(['title', 'status']).where('id', '=', bugId).executeTakeFirst();
}
