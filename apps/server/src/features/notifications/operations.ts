import { addJobs } from '../../background/jobs/queue.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { writeLetter } from '../../mail/letter.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import { mailedUrlLifetimeMs } from '../../storage/storage.ts';
import { attachmentsOf } from '../attachments/operations.ts';
import type { EventHandler } from '../events/operations.ts';
import { newBugsLetter } from './letters.ts';
import { type Address, deleteOldAddresses, findListening } from './queries/addresses.ts';
import * as queries from './queries/notices.ts';

/** In seconds. The first wait lets a report's image be announced, the second one lets it arrive. */
const waits = { first: 3, forImage: 2, betweenMails: 60 };
const mostListed = 20;

export const noteNewBugs: EventHandler = async (trx, events) => {
  const created = events.filter(({ type }) => type === 'bug.created');
  if (created.length === 0) return;
  const addressIds = await queries.insertNotices(trx, created);
  if (addressIds.length > 0) await askForMails(trx, addressIds, waits.first);
};

/** Each address has one job. While that waits, nothing is sent, and new bugs gather for it. */
async function askForMails(db: Db, addressIds: number[], delaySeconds: number): Promise<void> {
  const jobs = addressIds.map((id) => ({ payload: { address_id: id }, uniqueKey: `new bugs ${id}` }));
  await addJobs(db, 'mail-new-bugs', jobs, delaySeconds);
}

/**
 * Mails what this address has not been told yet. It is marked as told after that: a crash in between repeats a mail, and
 * loses none. Then the job waits for a minute, and ends when nothing has come meanwhile.
 */
export async function mailNewBugs(context: Context, addressId: number): Promise<void> {
  const address = await findListening(context.pools.main, addressId);
  if (!address) return;
  const bugs = await queries.listNewBugs(context.pools.main, address, mostListed);
  const [bug] = bugs;
  if (!bug) return;
  if (bug.total === 1 && bug.is_image_coming)
    return askForMails(context.pools.main, [addressId], waits.forImage);

  await sendMail(context, address, bugs);
  await inTransaction(context.pools.main, async (trx) => {
    await queries.markTold(trx, addressId, bug.last_notice_id);
    await queries.deleteToldNotices(trx, address);
    await askForMails(trx, [addressId], waits.betweenMails);
  });
}

async function sendMail(context: Context, address: Address, bugs: queries.NewBug[]): Promise<void> {
  const { baseUrl } = context.config;
  const ids = bugs.map(({ id }) => id);
  const attachments = await attachmentsOf(context, context.pools.main, ids, mailedUrlLifetimeMs);
  const letter = newBugsLetter({
    to: address.email,
    projectName: address.project_name,
    bugs,
    imageUrls: new Map([...attachments].map(([bugId, [image]]) => [bugId, image?.url ?? ''])),
    baseUrl,
    muteUrl: muteUrlOf(context, address.address_id),
  });
  await context.mailer.send(writeLetter(letter));
}

export async function forgetNotices({ pools }: Context): Promise<void> {
  await queries.deleteOldNotices(pools.main);
  await deleteOldAddresses(pools.main);
}
