import type { Plan } from '@skep/vocabulary';
import { addJobs } from '../../../background/queue.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { named, oneLine } from '../../../mail/foreign-text.ts';
import { writeLetter } from '../../../mail/letter.ts';
import { monthlyCap } from '../../../plans.ts';
import * as queries from './queries.ts';

const caps = new Map(
  Object.entries(monthlyCap).flatMap(([plan, cap]) => (cap === null ? [] : [[plan as Plan, cap] as const])),
);

/**
 * Tells the owners of projects that have used 80 % or all of their month, once of each. A project that went past both since
 * the last look is told of the last one alone: that most is used up is no news then.
 */
export async function tellQuotas(context: Context): Promise<void> {
  const notices = await inTransaction(context.pools.main, async (trx) => {
    const all = await queries.insertNotices(trx, caps);
    const news = all.filter(({ project_id, level }) => level === 100 || !isFull(all, project_id));
    for (const notice of news) await askForMails(trx, notice);
    return news;
  });
  for (const { project_id, team_id, month, level } of notices)
    context.log.warn(
      { project: project_id, team: team_id, month, percent: level },
      'monthly quota is running out',
    );
}

const isFull = (notices: queries.NewNotice[], projectId: number) =>
  notices.some(({ project_id, level }) => project_id === projectId && level === 100);

async function askForMails(
  trx: Trx,
  { team_id, project_id, month, level }: queries.NewNotice,
): Promise<void> {
  const jobs = (await queries.listOwners(trx, team_id)).map((user_id) => ({
    payload: { project_id, user_id, month, level },
    uniqueKey: `quota ${project_id} ${month} ${level} ${user_id}`,
  }));
  await addJobs(trx, 'send-quota-notice', jobs);
}

/** What a mail is about, as its job has it. */
export interface QuotaMail {
  projectId: number;
  userId: number;
  month: string;
  level: number;
}

export async function sendQuotaNotice(context: Context, mail: QuotaMail): Promise<void> {
  const found = await queries.findToTell(context.pools.main, mail.projectId, mail.userId);
  const cap = found && monthlyCap[found.plan];
  // Whoever has got a larger plan meanwhile need not be told.
  if (!found || cap === null || cap === undefined) return;
  const { email, name } = found;
  const isFull = mail.level === 100;
  await context.mailer.send(
    writeLetter({
      to: email,
      subject: isFull
        ? `${oneLine(name, 80)} has used all of this month's reports`
        : `${oneLine(name, 80)} has used ${mail.level} % of this month's reports`,
      before: [
        `The plan of your team has room for ${cap} reports a month for each project. The project ${named(name)} has used ${isFull ? 'all of them' : `${mail.level} % of them`} in ${mail.month}.`,
        isFull
          ? 'Further reports are dropped until the next month begins (UTC), and only counted. Those who send them are not told.'
          : 'When all are used, further reports are dropped until the next month begins (UTC).',
      ],
      button: { label: 'See the project', url: `${context.config.baseUrl}/projects/${mail.projectId}` },
      after: [
        'Rules of the blocklist keep out what need not be stored. The operator of this service can change the plan.',
      ],
    }),
  );
}
