import { sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import { aPerson, aProject, aReport, aSender, type Person } from './builders.ts';
import type { Answer } from './client.ts';
import type { TestNode } from './harness.ts';
import { anImage } from './images.ts';

type Values = Record<string, unknown>;
type Headers_ = Record<string, string>;

/** A project with a report, and the client that sent it. */
export interface Reported {
  bugId: number;
  uploadToken: string;
  person: Person;
  project: { id: number; api_key: string };
  /** Requests an upload URL with the key alone. */
  ask(values?: Values, headers?: Headers_): Promise<Answer>;
  /** Requests it with the upload token of the report. */
  askAgain(values?: Values): Promise<Answer>;
}

export async function aReported(
  node: TestNode,
  { settings, isDropped }: { settings?: Values; isDropped?: boolean } = {},
): Promise<Reported> {
  const person = await aPerson(node);
  const project = await aProject(person);
  if (settings) await person.api.patch(`/api/v1/projects/${project.id}`, settings);
  if (isDropped) await fillMonth(node, project.id);
  const sender = aSender(node, project);
  const { body } = await sender.post('/api/v1/bugs', aReport());
  const ask = (values?: Values, headers?: Headers_) =>
    sender.post(`/api/v1/bugs/${body.id}/attachments`, anAttachment(values), headers);
  return {
    bugId: body.id,
    uploadToken: body.upload_token,
    person,
    project,
    ask,
    askAgain: (values) => ask(values, { 'x-upload-token': body.upload_token }),
  };
}

/** Uses up the monthly cap, so that further reports are dropped. */
async function fillMonth({ db }: TestNode, projectId: number): Promise<void> {
  await sql`insert into project_usage (team_id, project_id, month, stored)
    select team_id, id, to_char(now() at time zone 'utc', 'YYYY-MM'), 100 from projects where id = ${projectId}`.execute(
    db,
  );
}

export const anAttachment = (values: Values = {}) => ({
  filename: 'screen.png',
  content_type: 'image/png',
  content_length: 600,
  ...values,
});

interface Upload {
  upload_url: string;
  method: string;
  headers: Headers_;
}

/** Uploads to the service or to an S3 store, as any client does. */
export async function upload(
  { upload_url, method, headers }: Upload,
  bytes: Buffer<ArrayBuffer> = anImage(),
  further: Headers_ = {},
): Promise<Answer> {
  const response = await fetch(upload_url, { method, headers: { ...headers, ...further }, body: bytes });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : null,
  };
}

/** The image of a bug; undefined without image or bug. */
export async function imageOf({ anyone }: TestNode, { bugId, person }: Pick<Reported, 'bugId' | 'person'>) {
  const { body } = await anyone.get(`/api/v1/bugs/${bugId}`, { authorization: `Bearer ${person.token}` });
  return body.attachments?.[0];
}

/** Start of the current quarter of an hour. */
export const quarter = Date.now() - (Date.now() % 900_000);

/** The image URLs at these times. The clock stays changed until the test ends. */
export async function urlsAt(node: TestNode, one: Reported, times: number[]): Promise<unknown[]> {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const urls: unknown[] = [];
  for (const time of times) {
    vi.setSystemTime(time);
    urls.push((await imageOf(node, one))?.url);
  }
  return urls;
}

export function activityOf({ db }: TestNode, { bugId }: { bugId: number }) {
  return db
    .selectFrom('activity')
    .select(['kind', 'actor_id', 'via', 'changes'])
    .where('bug_id', '=', bugId)
    .where('kind', '=', 'attachment_added')
    .execute();
}

/** Backdates the expiry of a bug's upload URLs. */
export async function expire({ db }: TestNode, { bugId }: { bugId: number }, minutesAgo = 0): Promise<void> {
  await sql`update attachments set expires_at = now() - make_interval(mins => ${minutesAgo})
    where bug_id = ${bugId}`.execute(db);
}

/** Makes a recurring job due now. */
export async function runNow({ db }: TestNode, kind: string): Promise<void> {
  await sql`update jobs set run_at = now() where kind = ${kind}`.execute(db);
}
