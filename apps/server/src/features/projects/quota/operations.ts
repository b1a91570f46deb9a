import type { Plan } from '@skep/vocabulary';
import { sql } from 'kysely';
import { addJobs } from '../../../background/queue.ts';
import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { named, oneLine } from '../../../mail/foreign-text.ts';
import { writeLetter } from '../../../mail/letter.ts';
import { monthlyCap } from '../../../plans.ts';

const caps = new Map(
  Object.entries(monthlyCap).flatMap(([plan, cap]) => (cap === null ? [] : [[plan as Plan, cap] as const])),
);

/**
 * Tells the owners of projects that have used 80 % or all of their month, once of each. A project that went past both since
 * the last look is told of the last one alone: that most is used up is no news then.
 */
export async function tellQuotas(context: Context): Promise<void> {
  const notices = await inTransaction(context.pools.main, async (trx) => {
    const all = await insertNotices(trx, caps);
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

const isFull = (notices: NewNotice[], projectId: number) =>
  notices.some(({ project_id, level }) => project_id === projectId && level === 100);

async function askForMails(trx: Trx, { team_id, project_id, month, level }: NewNotice): Promise<void> {
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

interface NewNotice {
  project_id: number;
  team_id: number;
  month: string;
  /** In percent of the month. */
  level: 80 | 100;
}

/** What a month is called, in UTC. */
const thisMonth = sql`to_char(now() at time zone 'utc', 'YYYY-MM')`;

/**
 * Notes which projects have used 80 % or all of this month's reports, and answers those that nobody had noted before. Of
 * several nodes that look at the same time, one gets each: the primary key makes the others wait, and then find it there.
 */
export async function insertNotices(trx: Trx, caps: Map<Plan, number>): Promise<NewNotice[]> {
  const { rows } = await sql<NewNotice>`
    insert into quota_notices (team_id, project_id, month, level)
    select project_usage.team_id, project_usage.project_id, project_usage.month, levels.level
    from unnest(${[...caps.keys()]}::text[], ${[...caps.values()]}::integer[]) as capped (plan, cap)
    join teams on teams.plan = capped.plan and teams.closed_at is null
    join project_usage on project_usage.team_id = teams.id
    cross join (values (80), (100)) as levels (level)
    where project_usage.month = ${thisMonth} and project_usage.stored * 100 >= capped.cap * levels.level
      and not exists (
        select from quota_notices as known
        where known.project_id = project_usage.project_id and known.month = project_usage.month
          and known.level = levels.level
      )
    order by project_usage.project_id, levels.level
    on conflict do nothing
    returning team_id, project_id, month, level`.execute(trx);
  return rows;
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

/**
 * Tells the log of the first report of a month that a project drops, for each reason. Whoever sends it is not told, so this and
 * the project's usage are where an operator sees it. The text of reports stays out of the log.
 */
export async function tellDrops({ pools, log }: Context): Promise<void> {
  const drops = await inTransaction(pools.main, insertDropNotices);
  for (const { project_id, team_id, month, reason, dropped } of drops)
    log.warn({ project: project_id, team: team_id, month, reason, dropped }, 'reports are dropped');
}

interface NewDrops {
  project_id: number;
  team_id: number;
  month: string;
  reason: 'quota' | 'blocklist';
  /** How many have been dropped when this was seen. */
  dropped: number;
}

/** This month, and the one of a minute ago: what is dropped in the last moments of a month is seen in the next. */
const months = sql`
  select distinct to_char(at at time zone 'utc', 'YYYY-MM') from (values (now()), (now() - interval '1 minute')) as times (at)`;

/**
 * Notes which projects have dropped reports, and why, and answers what nobody had noted before. Of several nodes that look at
 * the same time, one gets each: the primary key makes the others wait, and then find it there.
 */
async function insertDropNotices(trx: Trx): Promise<NewDrops[]> {
  const { rows } = await sql<NewDrops>`
    with drops as materialized (
      select team_id, project_id, month, reason, dropped
      from project_usage
      cross join lateral (values ('quota', dropped_quota), ('blocklist', dropped_blocklist)) as reasons (reason, dropped)
      where month in (${months}) and dropped > 0
    ),
    noted as (
      insert into drop_notices (team_id, project_id, month, reason)
      select team_id, project_id, month, reason from drops
      where not exists (
        select from drop_notices as known
        where known.project_id = drops.project_id and known.month = drops.month and known.reason = drops.reason
      )
      order by project_id, month, reason
      on conflict do nothing
      returning project_id, month, reason
    )
    select drops.* from drops join noted using (project_id, month, reason)`.execute(trx);
  return rows;
}
