import { setTimeout as sleep } from 'node:timers/promises';
import { reportBody } from '../sample-report.ts';
import type { SeedData } from './seed.ts';

type Project = SeedData['projects'][number];

/** Makes changes through the API. */
export interface Changes {
  /** Sends a report and returns the bug's id. */
  report(project: Project): Promise<number>;
  /** Makes changes at this rate, alternating between new reports and status changes of older bugs. */
  make(options: { perSecond: number; seconds: number }): Promise<{ made: number; took: number }>;
}

/** If all of them wait for the service, further changes are delayed. */
const maxConcurrent = 64;

export function createChanges(port: number, { projects, users }: SeedData): Changes {
  const url = `http://127.0.0.1:${port}/api/v1`;
  const tokens = new Map(users.map(({ teamId, token }) => [teamId, token]));
  const bugs: { id: number; teamId: number; status: string }[] = [];
  let turn = 0;

  async function send(method: string, path: string, headers: Record<string, string>, body: string) {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const created = (await response.json()) as { id: number };
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}`);
    return created.id;
  }

  const report = ({ apiKey }: Project) => send('POST', '/bugs', { 'x-api-key': apiKey }, reportBody);

  async function reportSomewhere(): Promise<void> {
    const project = projects[turn % projects.length] as Project;
    const id = await report(project);
    bugs.push({ id, teamId: project.teamId, status: 'open' });
  }

  /** Changes the least recently changed bug, so that no two changes overlap. */
  async function changeOne(): Promise<void> {
    const bug = bugs.shift();
    if (!bug) return reportSomewhere();
    bug.status = bug.status === 'open' ? 'in_progress' : 'open';
    const headers = { authorization: `Bearer ${tokens.get(bug.teamId)}` };
    await send('PATCH', `/bugs-admin/${bug.id}`, headers, JSON.stringify({ status: bug.status }));
    bugs.push(bug);
  }

  return {
    report,
    async make({ perSecond, seconds }) {
      const total = perSecond * seconds;
      const startedAt = performance.now();
      let started = 0;
      const makeChanges = async () => {
        while (started < total) {
          const dueAt = startedAt + (started++ * 1000) / perSecond;
          await sleep(Math.max(0, dueAt - performance.now()));
          await (turn++ % 2 ? reportSomewhere() : changeOne());
        }
      };
      await Promise.all(Array.from({ length: maxConcurrent }, makeChanges));
      return { made: total, took: (performance.now() - startedAt) / 1000 };
    },
  };
}
