import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockSome } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { named, oneLine } from '../../mail/foreign-text.ts';
import { writeLetter } from '../../mail/letter.ts';
import { monthlyCap } from '../../plans.ts';

/**
 * Tells the owners of projects that have used 80 % or all of their month, once of each. A project that went past both since
 * the last look is told of the last one alone.
 */
export async function tellQuotas({ pools, log }: Context): Promise<void> {
  const notices = await inTransaction(pools.main, async (trx) => {
    const level = sql`case when stored >= cap then 100 else 80 end`;
    const due = sql`month = ${thisMonth} and stored * 100 >= cap * 80 and told_percent < ${level}`;
    const marked = await markUsage(trx, sql`told_percent = ${level}`, due);
    for (const usage of marked) await askForMails(trx, usage);
    return marked;
  });
  for (const { project_id, team_id, month, told_percent: percent } of notices)
    log.warn({ project: project_id, team: team_id, month, percent }, 'monthly quota is running out');
}

/** A month is written as `2026-11`, in UTC. */
const thisMonth = sql`to_char(now() at time zone 'utc', 'YYYY-MM')`;

/** Marks what has been told of a month. Rows in which reports are counted at the moment are left to the next run. */
async function markUsage(db: Db, change: RawBuilder<unknown>, due: RawBuilder<unknown>): Promise<Usage[]> {
  const { rows } = await sql<Usage>`
    update project_usage set ${change} where ctid = any(array(${lockSome('project_usage', due, 1_000)}))
    returning *`.execute(db);
  return rows;
}

type Usage = Selectable<Tables['project_usage']>;

async function askForMails(trx: Trx, usage: Usage): Promise<void> {
  const { team_id, project_id, month, told_percent: level } = usage;
  const jobs = (await listOwners(trx, team_id)).map((user_id) => ({
    payload: { project_id, user_id, month, level },
    uniqueKey: `quota ${project_id} ${month} ${level} ${user_id}`,
  }));
  await addJobs(trx, 'send-quota-notice', jobs);
}

/** What a mail is about, as its job has it. */
interface QuotaMail {
  projectId: number;
  userId: number;
  month: string;
  level: number;
}

export async function sendQuotaNotice(context: Context, mail: QuotaMail): Promise<void> {
  const found = await findToTell(context.pools.main, mail.projectId, mail.userId);
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

async function listOwners(db: Db, teamId: number): Promise<number[]> {
  const rows = await db.selectFrom('memberships').select('user_id').where('team_id', '=', teamId).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Answers undefined when the project is gone, or the user is not in its team any more. */
function findToTell(db: Db, projectId: number, userId: number) {
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

/** This month, and the one of a minute ago: what is dropped in the last moments of a month is seen in the next. */
const recentMonths = sql`
  select to_char(at at time zone 'utc', 'YYYY-MM') from (values (now()), (now() - interval '1 minute')) as times (at)`;

/**
 * Tells the log of the first report of a month that a project drops, for each reason. Whoever sends it is not told, so this and
 * the project's usage are where an operator sees it. The text of reports stays out of the log.
 */
export async function tellDrops({ pools, log }: Context): Promise<void> {
  for (const reason of dropReasons) {
    const column = `dropped_${reason}` as const;
    const due = sql`month in (${recentMonths}) and ${sql.ref(column)} > 0 and not ${reason} = any(told_drops)`;
    for (const usage of await markUsage(pools.main, sql`told_drops = told_drops || ${reason}::text`, due)) {
      const { project_id: project, team_id: team, month, [column]: dropped } = usage;
      log.warn({ project, team, month, reason, dropped }, 'reports are dropped');
    }
  }
}
