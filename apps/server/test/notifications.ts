import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { expect } from 'vitest';
import { anEmail, aProject, aReport, aSender, type Person } from './builders.ts';
import type { TestNode } from './harness.ts';

type Values = Record<string, unknown>;

/** A project that tells addresses, which have confirmed, or reporters of its bugs. */
export interface NotifyingProject {
  id: number;
  path: string;
  /** The first address. */
  email: string;
  report(values?: Values): Promise<number>;
  /** What the owner sees and changes. */
  change(patch: Values): Promise<Values>;
}

/** Makes these addresses as if they had been on the project's list once and had confirmed, so that they are not asked again. */
async function confirmBefore({ db }: TestNode, projectId: number, emails: string[]) {
  await sql`
    with known as (
      insert into mail_addresses (email)
      select distinct fold_ascii(email) from unnest(${emails}::text[]) as email
      on conflict (email) do update set seen_at = now()
      returning id, email
    )
    insert into notification_addresses (team_id, project_id, address_id, email, confirmed_at, removed_at)
    select team_id, projects.id, known.id, email, now(), now() from projects, known where projects.id = ${projectId}
    on conflict do nothing`.execute(db);
}

export async function aNotifyingProject(
  node: TestNode,
  person: Person,
  { name = 'Website', emails = [anEmail()], ...settings }: { name?: string; emails?: string[] } & Values = {},
): Promise<NotifyingProject> {
  const project = await aProject(person, { name });
  const path = `/api/v1/projects/${project.id}`;
  const change = async (patch: Values) => {
    await confirmBefore(node, project.id, (patch.notification_emails ?? []) as string[]);
    const answer = await person.api.patch(path, patch);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  await change({ notification_emails: emails, ...settings });
  return {
    id: project.id,
    path,
    email: emails[0] ?? '',
    change,
    async report(values) {
      const { status, body } = await aSender(node, project).post('/api/v1/bugs', aReport(values));
      expect(status).toBe(201);
      return body.id;
    },
  };
}

/** Waits until everything that has happened to a bug so far has been dispatched. */
export async function handedOn({ db }: TestNode, bugId: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from outbox join activity on activity.id = any(activity_ids) where bug_id = ${bugId}`.execute(
      db,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBe(0);
}

const jobOf = (email: string) => sql`kind = 'mail-new-bugs' and payload ->> 'address_id' in (
  select id::text from notification_addresses where email = ${email}
)`;

/** The job that mails this address, when it is waiting for its time. */
export async function waitingJob({ db }: TestNode, email: string) {
  const { rows } = await sql<{ seconds: number; last_error: string | null }>`
    select extract(epoch from run_at - now())::int as seconds, last_error from jobs
    where ${jobOf(email)} and leased_until is null and run_at > now()`.execute(db);
  return rows[0];
}

/** Ends the wait of the next mail to this address, as soon as one waits. */
export async function endWait(node: TestNode, email: string): Promise<void> {
  await expect.poll(() => waitingJob(node, email)).toBeDefined();
  await sql`update jobs set run_at = now() where ${jobOf(email)}`.execute(node.db);
}

/** Ends the wait of every mail, and waits until all have been sent that are going to be. */
export async function endAllWaits({ db }: TestNode): Promise<void> {
  const mails = sql`kind in ('mail-new-bugs', 'mail-resolved-bugs', 'ask-for-consent')`;
  await sql`update jobs set run_at = now() where ${mails} and leased_until is null`.execute(db);
  const due = async () => {
    const { rows } =
      await sql`select from jobs where ${mails} and (run_at <= now() or leased_until is not null)`.execute(
        db,
      );
    return rows.length;
  };
  await expect.poll(due).toBe(0);
}

/** Sends what waits for this address, and returns when no job to mail it is left. */
export async function nothingToTell(node: TestNode, email: string): Promise<void> {
  const jobs = async () => {
    const { rows } = await sql`select from jobs where ${jobOf(email)}`.execute(node.db);
    return rows.length;
  };
  if ((await jobs()) > 0) await endWait(node, email);
  await expect.poll(jobs).toBe(0);
}

export const headerOf = (mail: Email, name: string) =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
