import { sql } from 'kysely';
import type { Database, Trx } from '../db/connection.ts';
import { lockFrom } from '../db/locks.ts';
import { deleteInPortions } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Mail, type Mailer, mayHaveArrived } from './mailer.ts';

/** A mail that somebody else causes. An address gets one a day of each kind about each project. */
export interface PacedMail {
  kind: 'consent' | 'resolved';
  projectId: number;
  addressId: number;
  userId?: number | null;
}

/** How many mails a day one address gets about all projects together, and one user causes to all addresses together. */
const mostADay = { toAddress: 10, byUser: 100 };

/** Of mails that count. Those that lie ahead were noted before the clock was set back: their day is over. */
export const isOfLastDay = sql`sent_at > now() - interval '1 day' and sent_at <= clock_timestamp() + interval '1 second'`;

/**
 * Sends the mail and returns 0; when there have been too many, returns after how many seconds to try again. The mail is
 * counted before it is sent, so that no crash and no other process makes it go out twice in a day (at most once).
 */
export async function sendPaced(db: Database, mailer: Mailer, mail: Mail, paced: PacedMail): Promise<number> {
  const waitSeconds = await claim(db, paced);
  if (waitSeconds > 0) return waitSeconds;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!mayHaveArrived(error)) {
      const { kind, projectId: project_id, addressId: address_id } = paced;
      const claimed = db.deleteFrom('recent_mails').where((eb) => eb.and({ kind, project_id, address_id }));
      await claimed.execute();
    }
    throw error;
  }
  return 0;
}

/** The user and the address are locked, so that transactions which count the same mails wait for each other. */
function claim(db: Database, paced: PacedMail): Promise<number> {
  const { kind, projectId, addressId, userId = null } = paced;
  return inTransaction(db, async (trx) => {
    if (userId !== null)
      await lockFrom(trx, 'users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    await lockFrom(trx, 'mail_addresses').select('id').where('id', '=', addressId).forNoKeyUpdate().execute();
    const waitSeconds = await selectWait(trx, paced);
    if (waitSeconds === 0)
      await sql`
        insert into recent_mails (kind, project_id, address_id, user_id)
        values (${kind}, ${projectId}, ${addressId}, ${userId})
        on conflict (kind, project_id, address_id) do update
          set user_id = excluded.user_id, sent_at = excluded.sent_at`.execute(trx);
    return waitSeconds;
  });
}

/** A statement of its own, whose snapshot is taken after the locks. */
async function selectWait(
  trx: Trx,
  { kind, projectId, addressId, userId = null }: PacedMail,
): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    with recent as (
      select * from recent_mails
      where (address_id = ${addressId} or user_id = ${userId}) and ${isOfLastDay}
    )
    select ceil(extract(epoch from interval '1 day' - (now() - greatest(
      (select sent_at from recent
        where kind = ${kind} and project_id = ${projectId} and address_id = ${addressId}),
      (select min(sent_at) from recent where address_id = ${addressId} having count(*) >= ${mostADay.toAddress}),
      (select min(sent_at) from recent where user_id = ${userId} having count(*) >= ${mostADay.byUser})
    ))))::float8 as seconds`.execute(trx);
  return rows[0]?.seconds ?? 0;
}

export function deleteOldMails(db: Database): Promise<number> {
  return deleteInPortions(db, 'recent_mails', sql`not (${isOfLastDay})`);
}
