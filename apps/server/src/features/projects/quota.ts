import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockSome } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { renderEmail } from '../../mail/email-template.ts';
import { oneLine, quoteName } from '../../mail/untrusted-text.ts';
import { monthlyCap } from '../../plans.ts';

/**
 * Emails the owners when a project reaches 80 % and 100 % of its monthly cap, once each. If both are reached at once, only the
 * latter is sent.
 */
export async function notifyQuotaUsage({ pools, log }: Context): Promise<void> {
  const notices = await inTransaction(pools.main, async (trx) => {
    const level = sql`case when stored >= cap then 100 else 80 end`;
    const due = sql`month = ${thisMonth} and stored * 100 >= cap * 80 and notified_percent < ${level}`;
    const marked = await markUsage(trx, sql`notified_percent = ${level}`, due);
    for (const usage of marked) await enqueueMails(trx, usage);
    return marked;
  });
  for (const { project_id, team_id, month, notified_percent: percent } of notices)
    log.warn({ project: project_id, team: team_id, month, percent }, 'monthly cap almost reached');
}

/** For example `2026-11`, in UTC. */
const thisMonth = sql`to_char(now() at time zone 'utc', 'YYYY-MM')`;

/** Skips rows that are being updated; the next run handles them. */
async function markUsage(db: Db, change: RawBuilder<unknown>, due: RawBuilder<unknown>): Promise<Usage[]> {
  const { rows } = await sql<Usage>`
    update project_usage set ${change} where ctid = any(array(${lockSome('project_usage', due, 1_000)}))
    returning *`.execute(db);
  return rows;
}

type Usage = Selectable<Tables['project_usage']>;

async function enqueueMails(trx: Trx, usage: Usage): Promise<void> {
  const { team_id, project_id, month, notified_percent: level } = usage;
  const jobs = (await listOwners(trx, team_id)).map((user_id) => ({
    payload: { project_id, user_id, month, level },
    uniqueKey: `quota ${project_id} ${month} ${level} ${user_id}`,
  }));
  await addJobs(trx, 'send-quota-notice', jobs);
}

interface QuotaMail {
  projectId: number;
  userId: number;
  month: string;
  level: number;
}

export async function sendQuotaNotice(context: Context, mail: QuotaMail): Promise<void> {
  const found = await findRecipient(context.pools.main, mail.projectId, mail.userId);
  const cap = found && monthlyCap[found.plan];
  // The plan may have changed meanwhile.
  if (!found || cap === null || cap === undefined) return;
  const { email, name } = found;
  const isFull = mail.level === 100;
  await context.mailer.send(
    renderEmail({
      to: email,
      subject: isFull
        ? `${oneLine(name, 80)} has reached its monthly cap`
        : `${oneLine(name, 80)} has used ${mail.level} % of its monthly cap`,
      before: [
        `The project ${quoteName(name)} has used ${isFull ? 'all' : `${mail.level} %`} of its ${cap} reports for ${mail.month}.`,
        isFull
          ? 'Further reports are dropped until the next month (UTC) and only counted. Senders are not notified.'
          : 'When the cap is reached, further reports are dropped until the next month (UTC).',
      ],
      button: { label: 'Open project', url: `${context.config.baseUrl}/projects/${mail.projectId}` },
      after: [
        'Blocklist rules can keep out unwanted reports. The operator of this service can change the plan.',
      ],
    }),
  );
}

async function listOwners(db: Db, teamId: number): Promise<number[]> {
  const rows = await db.selectFrom('memberships').select('user_id').where('team_id', '=', teamId).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns undefined if the project is gone or the user has left the team. */
function findRecipient(db: Db, projectId: number, userId: number) {
  return db
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .innerJoin('memberships', 'memberships.team_id', 'projects.team_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'projects.name', 'teams.plan'])
    .where('projects.id', '=', projectId)
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

const dropReasons = ['quota', 'blocklist'] as const;

/** Includes the month of a minute ago, to catch drops at the end of a month. */
const recentMonths = sql`
  select to_char(at at time zone 'utc', 'YYYY-MM') from (values (now()), (now() - interval '1 minute')) as times (at)`;

/**
 * Logs the first dropped report of a project per month and reason. Senders are not told, so operators see it here and in the
 * usage. Report texts are not logged.
 */
export async function logDroppedReports({ pools, log }: Context): Promise<void> {
  for (const reason of dropReasons) {
    const column = `dropped_${reason}` as const;
    const due = sql`month in (${recentMonths}) and ${sql.ref(column)} > 0 and not ${reason} = any(logged_drops)`;
    for (const usage of await markUsage(
      pools.main,
      sql`logged_drops = logged_drops || ${reason}::text`,
      due,
    )) {
      const { project_id: project, team_id: team, month, [column]: dropped } = usage;
      log.warn({ project, team, month, reason, dropped }, 'reports dropped');
    }
  }
}
