import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { writeLetter } from '../../mail/letter.ts';
import { muteUrlOf } from '../../mail/mute-link.ts';
import { mailedUrlLifetimeMs } from '../../storage/storage.ts';
import { attachmentsOf } from '../attachments/operations.ts';
import type { EventHandler } from '../events/bug-events.ts';
import { newBugsLetter } from './letters.ts';
import { type Address, deleteOldAddresses, findListening } from './queries/addresses.ts';
import * as queries from './queries/notices.ts';

/** Delays in seconds. The first one gives a report's image time to be announced, the second one gives it time to arrive. */
const waits = { first: 3, forImage: 2, betweenMails: 60 };
const mostListed = 20;

export const noteNewBugs: EventHandler = async (trx, { events }) => {
  const created = events.filter(({ type }) => type === 'bug.created');
  if (created.length === 0) return;
  const addressIds = await queries.insertNotices(trx, created);
  if (addressIds.length > 0) await askForMails(trx, addressIds, waits.first);
};

/** Each address has at most one job. While it waits, nothing is mailed, and new bugs gather for the next mail. */
async function askForMails(db: Db, addressIds: number[], delaySeconds: number): Promise<void> {
  const jobs = addressIds.map((id) => ({ payload: { address_id: id }, uniqueKey: `new bugs ${id}` }));
  await addJobs(db, 'mail-new-bugs', jobs, delaySeconds);
}

/**
 * Mails the new bugs that this address has not been told of. They are marked as told after the mail was sent, so delivery is
 * at least once: a crash in between repeats a mail and loses none. Then the job is added again for a minute later, when it
 * ends if nothing new has come.
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

async function sendMail(context: Context, address: Address, bugs: queries.BugToMail[]): Promise<void> {
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
  // A job for several bugs has no single request that caused it.
  context.log.info(
    { bugs: ids, request_ids: bugs.map(({ request_id }) => request_id) },
    'mail about new bugs',
  );
}

export async function forgetNotices({ pools }: Context): Promise<number> {
  return (await queries.deleteOldNotices(pools.main)) + (await deleteOldAddresses(pools.main));
}
