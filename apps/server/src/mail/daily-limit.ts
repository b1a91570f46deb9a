import { sql } from 'kysely';
import type { Database, Trx } from '../db/connection.ts';
import { lockFrom } from '../db/locks.ts';
import { deleteInPortions } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Mail, type Mailer, mayHaveArrived } from './mailer.ts';

/** An email triggered by someone else: one per day, kind, address and project. */
export interface LimitedMail {
  kind: 'consent' | 'resolved';
  projectId: number;
  addressId: number;
  userId?: number | null;
}

/** Per address over all projects, and per user over all addresses. */
const maxPerDay = { toAddress: 10, byUser: 100 };

/** Rows in the future were written before the clock was set back and no longer count. */
export const isWithinLastDay = sql`sent_at > now() - interval '1 day' and sent_at <= clock_timestamp() + interval '1 second'`;

/**
 * Sends the email and returns 0, or returns the seconds until the limit allows it. Counted before sending, so that a crash
 * cannot send it twice (at most once).
 */
export async function sendWithDailyLimit(
  db: Database,
  mailer: Mailer,
  mail: Mail,
  limited: LimitedMail,
): Promise<number> {
  const waitSeconds = await claim(db, limited);
  if (waitSeconds > 0) return waitSeconds;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!mayHaveArrived(error)) {
      const { kind, projectId: project_id, addressId: address_id } = limited;
      const claimed = db.deleteFrom('recent_mails').where((eb) => eb.and({ kind, project_id, address_id }));
      await claimed.execute();
    }
    throw error;
  }
  return 0;
}

/** Locks the user and the address, so that concurrent sends are counted correctly. */
function claim(db: Database, limited: LimitedMail): Promise<number> {
  const { kind, projectId, addressId, userId = null } = limited;
  return inTransaction(db, async (trx) => {
    if (userId !== null)
      await lockFrom(trx, 'users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    await lockFrom(trx, 'mail_addresses').select('id').where('id', '=', addressId).forNoKeyUpdate().execute();
    const waitSeconds = await selectWait(trx, limited);
    if (waitSeconds === 0)
      await sql`
        insert into recent_mails (kind, project_id, address_id, user_id)
        values (${kind}, ${projectId}, ${addressId}, ${userId})
        on conflict (kind, project_id, address_id) do update
          set user_id = excluded.user_id, sent_at = excluded.sent_at`.execute(trx);
    return waitSeconds;
  });
}

/** A separate statement, so that its snapshot is taken after the locks. */
async function selectWait(
  trx: Trx,
  { kind, projectId, addressId, userId = null }: LimitedMail,
): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    with recent as (
      select * from recent_mails
      where (address_id = ${addressId} or user_id = ${userId}) and ${isWithinLastDay}
    )
    select ceil(extract(epoch from interval '1 day' - (now() - greatest(
      (select sent_at from recent
        where kind = ${kind} and project_id = ${projectId} and address_id = ${addressId}),
      (select min(sent_at) from recent where address_id = ${addressId} having count(*) >= ${maxPerDay.toAddress}),
      (select min(sent_at) from recent where user_id = ${userId} having count(*) >= ${maxPerDay.byUser})
    ))))::float8 as seconds`.execute(trx);
  return rows[0]?.seconds ?? 0;
}

export function deleteOldMails(db: Database): Promise<number> {
  return deleteInPortions(db, 'recent_mails', sql`not (${isWithinLastDay})`);
}
