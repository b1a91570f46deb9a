import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { expect } from 'vitest';
import { anEmail, aProject, aReport, aSender, type Person } from './builders.ts';
import type { TestNode } from './harness.ts';

type Values = Record<string, unknown>;

/** A project that notifies confirmed addresses or reporters. */
export interface NotifyingProject {
  id: number;
  path: string;
  /** The first address. */
  email: string;
  report(values?: Values): Promise<number>;
  /** Changes the project and returns it. */
  change(patch: Values): Promise<Values>;
}

/** Inserts the addresses as confirmed, so that no consent is requested. */
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

/** Waits until all events of a bug were dispatched. */
export async function eventsDispatched({ db }: TestNode, bugId: number): Promise<void> {
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

/** The waiting email job of this address. */
export async function waitingJob({ db }: TestNode, email: string) {
  const { rows } = await sql<{ seconds: number; last_error: string | null }>`
    select extract(epoch from run_at - now())::int as seconds, last_error from jobs
    where ${jobOf(email)} and leased_until is null and run_at > now()`.execute(db);
  return rows[0];
}

/** Ends the delay of the next email to this address. */
export async function endWait(node: TestNode, email: string): Promise<void> {
  await expect.poll(() => waitingJob(node, email)).toBeDefined();
  await sql`update jobs set run_at = now() where ${jobOf(email)}`.execute(node.db);
}

/** Ends the delay of all emails and waits until they are sent. */
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

/** Sends pending emails and waits until no job is left for this address. */
export async function noPendingEmail(node: TestNode, email: string): Promise<void> {
  const jobs = async () => {
    const { rows } = await sql`select from jobs where ${jobOf(email)}`.execute(node.db);
    return rows.length;
  };
  if ((await jobs()) > 0) await endWait(node, email);
  await expect.poll(jobs).toBe(0);
}

export const headerOf = (mail: Email, name: string) =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
