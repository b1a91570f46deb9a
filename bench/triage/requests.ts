import { bugSorts, severities, statuses } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import type { Server } from '../server.ts';
import type { LoadRequest } from '../wrk.ts';
import { functions, machine, plantedWords, words } from './sample-text.ts';
import type { SeedData } from './seed.ts';

export const list = '/api/v1/bugs-admin';

/** Builds requests with this access token. */
export const requestsWith =
  (token: string) =>
  (path: string, method = 'GET', body?: object): LoadRequest => ({
    method,
    path,
    headers: { Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Sends a request and returns the response body; throws if it fails. */
export async function send({ port }: Server, { method, path, headers, body }: LoadRequest): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
  return JSON.parse(text);
}

export type Ids = Awaited<ReturnType<typeof readIds>>;

/** Ids of bugs, projects and labels of the user's teams. */
export async function readIds(db: Database, { teams }: SeedData) {
  const read = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id);
  const visible = await read(sql`select id from bugs where team_id = any(${teams}) order by id desc`);
  const step = Math.floor(visible.length / 500);
  return {
    newest: visible.slice(0, 6_000),
    /** 500 bugs of all ages. */
    spread: Array.from({ length: 500 }, (_, index) => visible[index * step] as number),
    projects: await read(sql`select id from projects where team_id = any(${teams}) order by id`),
    labels: await read(sql`select id from labels where team_id = any(${teams}) order by id`),
    original: (
      await read(sql`
        select original.id from bugs join bugs as original on original.id = bugs.duplicate_of_id
        where bugs.team_id = any(${teams}) and original.team_id = any(${teams}) order by 1 limit 1`)
    )[0] as number,
    deepest: Math.min(10_000, visible.length - 50),
  };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);

/** Values of every filter: frequent, rare and unused ones. */
const filterValues = ({ projects, labels, original }: Ids): Record<string, unknown[]> => ({
  project_id: [projects[0], projects.at(-1)],
  status: [...statuses],
  severity: [...severities],
  assignee_id: [2, 12, 'none'],
  label_id: [labels[0], labels.at(-1)],
  duplicate_of_id: [original, 'any', 'none'],
  created_after: [daysAgo(1), daysAgo(60)],
  created_before: [daysAgo(7), daysAgo(700)],
  reporter: ['visitor17@example.com', machine, 'nobody@example.com'],
  environment: ['production', 'staging', 'nowhere'],
  app_version: ['4.7.3', '9.9'],
});

const query = (parts: Record<string, unknown>) => new URLSearchParams(parts as Record<string, string>);

/** List queries by kind: each filter alone, and each pair with its most and least frequent values. */
export function listQueries(ids: Ids): Record<string, string[]> {
  const values = filterValues(ids);
  const names = Object.keys(values);
  const single = names.flatMap((name) => values[name]?.map((value) => `${query({ [name]: value })}`) ?? []);
  const pairs = names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) => [
        `${query({ [one]: values[one]?.[0], [other]: values[other]?.[0] })}`,
        `${query({ [one]: values[one]?.at(-1), [other]: values[other]?.at(-1) })}`,
      ]),
  );
  return {
    'newest 50': [''],
    'one filter': single,
    'two filters': pairs,
    'three filters': [
      `label_id=${ids.labels[0]}&environment=production&severity=high`,
      `status=open&status=in_progress&assignee_id=none&created_after=${daysAgo(30)}`,
      `reporter=${machine}&status=resolved&project_id=${ids.projects[0]}`,
    ],
    sorted: bugSorts.flatMap((sort) =>
      [
        '',
        'status=open',
        `project_id=${ids.projects[0]}`,
        'severity=high',
        `label_id=${ids.labels[0]}`,
        `offset=${ids.deepest}`,
      ].map((other) => `sort=${sort}&${other}`),
    ),
    'deep pages': [`offset=${ids.deepest}`, ...ids.spread.slice(0, 40).map((id) => `before_id=${id}`)],
    search: searches().map((text) => `${query({ search: text })}`),
    'search and a filter': single
      .slice(0, 20)
      .flatMap((other) => [plantedWords.common, plantedWords.rare].map((word) => `${other}&search=${word}`)),
  };
}

/** Search texts of one to three words, frequent and rare, whole or as a prefix. */
function searches(): string[] {
  const random = createRandom();
  const oneOf = (from: readonly string[], skew = 1) =>
    from[Math.floor(from.length * random() ** skew)] as string;
  const rareWords = [...Object.values(plantedWords), ...functions];
  const word = () => {
    const whole = random() < 0.8 ? oneOf(words, 1.5) : oneOf(rareWords);
    return random() < 0.4 ? whole.slice(0, 2 + Math.floor(random() * (whole.length - 2))) : whole;
  };
  const mixed = Array.from({ length: 100 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(' '),
  );
  return [...Object.values(plantedWords), `${plantedWords.common} ${plantedWords.medium} butt`, ...mixed];
}

/** Deterministic pseudo-random numbers from 0 to 1 (a linear congruential generator). */
function createRandom(): () => number {
  let state = 20_261_117;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function otherRequests({ token, teams }: SeedData, ids: Ids): Record<string, LoadRequest[]> {
  const request = requestsWith(token);
  const views = statuses.flatMap((status) => [
    { status },
    { status, assignee_id: 'me' },
    { status, project_id: ids.projects[0] },
  ]);
  const statusOf = (index: number) => statuses[index % statuses.length];
  return {
    detail: ids.spread.slice(0, 40).map((id) => request(`${list}/${id}`)),
    similar: ids.spread.slice(0, 20).map((id) => request(`${list}/${id}/similar`)),
    'counts of 18 views': [request(`${list}/counts`, 'POST', { filters: views })],
    stats: teams.flatMap((id) =>
      ['week', 'month', 'all'].map((range) => request(`/api/v1/teams/${id}/stats?range=${range}`)),
    ),
    'change one': ids.spread
      .slice(40, 80)
      .map((id, index) => request(`${list}/${id}`, 'PATCH', { status: statusOf(index) })),
    'change 500': [0, 1, 2, 3].map((index) =>
      request(`${list}/bulk`, 'POST', {
        ids: ids.newest.slice(index * 500, (index + 1) * 500),
        operation: 'set_status',
        value: statusOf(index),
      }),
    ),
  };
}
