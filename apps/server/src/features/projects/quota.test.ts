import { describe, expect, it } from 'vitest';
import { aBug, aColleague, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import { logDroppedReports, notifyQuotaUsage } from './quota.ts';

const within = { timeout: 30_000 };
const mailbox = await startMailbox();
const database = await createDatabase();
const settings = { SMTP_URL: mailbox.url, BASE_URL: 'https://bugs.example' };
const node = await startNode(database, settings);
const other = await startNode(database, settings);
const month = new Date().toISOString().slice(0, 7);

/** Runs the job on both nodes concurrently, several times, and waits until all emails are sent. */
async function look(): Promise<void> {
  for (let times = 0; times < 3; times++)
    await Promise.all([node, other].map(({ context }) => notifyQuotaUsage(context)));
  const jobs = () =>
    node.db.selectFrom('jobs').select('id').where('kind', '=', 'send-quota-notice').execute();
  await expect.poll(jobs, within).toEqual([]);
}

const setStored = (projectId: number, stored: number) =>
  node.db.updateTable('project_usage').set({ stored }).where('project_id', '=', projectId).execute();
const quotaMails = ({ email }: Person) =>
  mailbox.waiting(email).filter(({ subject }) => subject?.includes('monthly cap'));
const logged = (projectId: number) =>
  [...node.logs, ...other.logs].flatMap(({ project, percent }) =>
    project === projectId && percent ? [percent] : [],
  );

describe('quota mails', () => {
  it('go to each owner once at 80 % and once at 100 % of the month, with one line in the log', async () => {
    const owner = await aPerson(node);
    const colleague = await aColleague(node, owner);
    const project = await aProject(owner, { name: 'Website' });
    await aBug(node, project);
    await setStored(project.id, 79);
    await look();
    expect(quotaMails(owner)).toEqual([]);
    await aBug(node, project);
    await look();
    for (const person of [owner, colleague]) {
      const [mail, ...more] = quotaMails(person);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Website has used 80 % of its monthly cap');
      expect(mail?.text).toContain(`has used 80 % of its 100 reports for ${month}`);
      expect(linkIn(mail as never)).toBe(`https://bugs.example/projects/${project.id}`);
    }
    await setStored(project.id, 99);
    await aBug(node, project);
    await look();
    for (const person of [owner, colleague]) {
      expect(quotaMails(person).map(({ subject }) => subject)).toEqual([
        'Website has used 80 % of its monthly cap',
        'Website has reached its monthly cap',
      ]);
    }
    expect(logged(project.id).sort()).toEqual([100, 80]);
  });

  it('tell of the end alone when a project gets there at once, and nothing where there is no end', async () => {
    const owner = await aPerson(node);
    const project = await aProject(owner);
    await aBug(node, project);
    await setStored(project.id, 100);
    const rich = await aPerson(node);
    const unlimited = await aProject(rich);
    await aBug(node, unlimited);
    await setStored(unlimited.id, 5_000);
    await node.db.updateTable('teams').set({ plan: 'unlimited' }).where('id', '=', rich.teamId).execute();
    await look();
    expect(quotaMails(owner).map(({ subject }) => subject)).toEqual(['Website has reached its monthly cap']);
    expect(quotaMails(rich)).toEqual([]);
  });
});

it('the log tells of the first dropped report of a month, once for each reason, with ids alone', async () => {
  const owner = await aPerson(node);
  const project = await aProject(owner);
  await owner.api.post(`/api/v1/projects/${project.id}/blocklist`, { kind: 'keyword', value: 'casino' });
  const told = async () => {
    for (let times = 0; times < 2; times++)
      await Promise.all([node, other].map(({ context }) => logDroppedReports(context)));
    // Either node may log it.
    return [...node.logs, ...other.logs]
      .filter((line) => line.project === project.id && line.reason)
      .sort((one, another) => String(one.reason).localeCompare(String(another.reason)));
  };
  const drop = { title: 'casino', description: 'Win a prize' };
  await aBug(node, project);
  expect(await told()).toEqual([]);
  await expect.poll(async () => (await aBug(other, project, drop)) && (await told())).toHaveLength(1);
  await setStored(project.id, 100);
  for (let times = 0; times < 2; times++) await aBug(node, project);
  const lines = await told();
  const line = { level: 40, project: project.id, team: owner.teamId, month, msg: 'reports dropped' };
  expect(lines).toMatchObject([
    { ...line, reason: 'blocklist', dropped: expect.any(Number) },
    { ...line, reason: 'quota', dropped: expect.any(Number) },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/casino|prize|@/);
});
