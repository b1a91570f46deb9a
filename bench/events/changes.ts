import { setTimeout as sleep } from 'node:timers/promises';
import { reportBody } from '../report.ts';
import type { Filled } from './fill.ts';

type Project = Filled['projects'][number];

/** Makes changes over HTTP, as people and their visitors would. */
export interface Changes {
  /** Sends a report, and returns the bug's id. */
  report(project: Project): Promise<number>;
  /** Makes so many changes a second, by turns a report and a new status of an older bug. Says how many, and in what time. */
  make(options: { perSecond: number; seconds: number }): Promise<{ made: number; took: number }>;
}

/** How many changes are under way at once. When all of them wait for the service, further changes come later. */
const mostAtOnce = 64;

export function createChanges(port: number, { projects, users }: Filled): Changes {
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
    const answer = (await response.json()) as { id: number };
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return answer.id;
  }

  const report = ({ apiKey }: Project) => send('POST', '/bugs', { 'x-api-key': apiKey }, reportBody);

  async function reportSomewhere(): Promise<void> {
    const project = projects[turn % projects.length] as Project;
    const id = await report(project);
    bugs.push({ id, teamId: project.teamId, status: 'open' });
  }

  /** Changes the bug that was changed least recently, so that nobody else is changing it. */
  async function changeSome(): Promise<void> {
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
      let begun = 0;
      const makeInTurn = async () => {
        while (begun < total) {
          const dueAt = startedAt + (begun++ * 1000) / perSecond;
          await sleep(Math.max(0, dueAt - performance.now()));
          await (turn++ % 2 ? reportSomewhere() : changeSome());
        }
      };
      await Promise.all(Array.from({ length: mostAtOnce }, makeInTurn));
      return { made: total, took: (performance.now() - startedAt) / 1000 };
    },
  };
}
