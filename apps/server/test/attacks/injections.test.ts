import { beforeAll, describe, expect, it } from 'vitest';
import { signExpiringLink, signLink } from '../../src/auth/signed-links.ts';
import { aPerson } from '../builders.ts';
import { secretKey, startService } from '../harness.ts';
import { startMailbox } from '../mailbox.ts';
import { aNotifyingProject, endWait, eventsDispatched } from '../notifications.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { aWebhook } from '../webhooks.ts';
import { storableTexts } from './hostile.ts';
import { eachOf, send } from './send.ts';

// Hostile texts are sent in reports and settings. Every output must render them as text.

const [mailbox, receiver] = [await startMailbox(), await startReceiver()];
const node = await startService({
  SMTP_URL: mailbox.url,
  BASE_URL: 'https://bugs.example',
  WEBHOOK_ALLOW_PRIVATE: 'true',
});
const owner = await aPerson(node, { name: storableTexts[7], team_name: storableTexts[8] });
const project = await aNotifyingProject(node, owner, { name: storableTexts[9] as string });

/** The bug reported with each text in all fields. */
const bugs = new Map<string, number>();

const short = (text: string, most: number) => [...text].slice(0, most).join('');

beforeAll(async () => {
  for (const transform of ['raw', 'slack', 'discord'])
    await aWebhook(owner, project, {
      url: `${receiver.url}/${transform}`,
      events: ['bug.created'],
      transform,
    });
  await eachOf(storableTexts, async (text) => {
    const id = await project.report({
      title: text,
      description: text,
      environment: short(text, 50),
      app_version: short(text, 50),
      stack_trace: text,
      user_agent: text,
      reporter_identifier: short(text, 100),
      extra: { [text]: text },
    });
    bugs.set(text, id);
  });
});

describe('what is stored', () => {
  it('is what was sent, and is found by exactly that', async () => {
    await eachOf(storableTexts, async (text) => {
      const { body } = await owner.api.get(`/api/v1/bugs-admin/${bugs.get(text)}`);
      expect(body).toMatchObject({ title: text, description: text, stack_trace: text, user_agent: text });
      // Own properties, even `__proto__`.
      expect(Object.entries(body.extra)).toEqual([[text, text]]);
      const query = new URLSearchParams({ environment: short(text, 50), team_id: String(owner.teamId) });
      const found = await owner.api.get(`/api/v1/bugs-admin?${query}`);
      expect([text, found.body.items?.map(({ id }: { id: number }) => id)]).toEqual([text, [bugs.get(text)]]);
      const searched = await owner.api.get(`/api/v1/bugs-admin?${new URLSearchParams({ search: text })}`);
      expect([text, searched.status]).toEqual([text, 200]);
    });
  });

  it('is as harmless in settings', async () => {
    const settings: [path: string, field: string, more: object, most: number][] = [
      [`/api/v1/teams/${owner.teamId}/labels`, 'name', { color: '#aa3300' }, 50],
      [`/api/v1/teams/${owner.teamId}/saved-views`, 'name', { filters: {} }, 100],
      [`${project.path}/api-keys`, 'name', {}, 100],
      [`/api/v1/bugs-admin/${bugs.values().next().value}/comments`, 'body', {}, 10_000],
    ];
    for (const [path, field, more, most] of settings)
      await eachOf(storableTexts.slice(0, 8), async (text) => {
        const value = short(text, most);
        const { status, body, headers } = await owner.api.post(path, { [field]: value, ...more });
        expect([path, text, status, body[field]]).toEqual([path, text, 201, value]);
        expect(headers.get('set-cookie')).toBeNull();
      });
  });
});

/** Parses RFC 4180 strictly. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

it('a spreadsheet gets one row for each bug, and no cell that it would calculate', async () => {
  const { text } = await owner.api.get('/api/v1/bugs-admin/export.csv');
  const [head = [], ...rows] = readCsv(text);
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => head.length));
  expect(rows.map(([id]) => Number(id)).sort()).toEqual([...bugs.values()].sort());
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
});

/** The tags of a page without text. */
const tagsOf = (page: string) => [...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag);

it('pages hold the texts of strangers between their own tags, and no others', async () => {
  const soon = new Date(Date.now() + 600_000);
  const pageOf = (id: number) =>
    send(node, {
      method: 'GET',
      path: `/api/v1/reports/${signExpiringLink(secretKey, 'report', id, soon)}`,
      headers: { accept: 'text/html' },
    });
  const harmless = await pageOf(await project.report({ title: 'Harmless' }));
  await eachOf(storableTexts, async (text) => {
    const page = await pageOf(bugs.get(text) as number);
    expect([text, tagsOf(page.text)]).toEqual([text, tagsOf(harmless.text)]);
    expect(Object.keys(page.headers)).toEqual(Object.keys(harmless.headers));
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });
  const address = await node.db.selectFrom('notification_addresses').select('id').executeTakeFirstOrThrow();
  const consent = await node.anyone.get(
    `/api/v1/notifications/confirm/${signLink(secretKey, 'confirm-notifications', address.id)}`,
  );
  expect(consent.status).toBe(200);
  expect(consent.text).not.toMatch(/<(script|img|svg|iframe)|onerror=[^&]*>/i);
});

it('addresses are repeated nowhere', async () => {
  const mark = 'xss-mark';
  for (const path of [
    `/${mark}<script>`,
    `/docs/${mark}"><script>`,
    `/api/v1/${mark}<script>`,
    `/docs?${mark}=<script>`,
  ])
    for (const accept of ['text/html', 'application/json']) {
      const { text, headers } = await send(node, {
        method: 'GET',
        path: encodeURI(path),
        headers: { accept },
      });
      expect(text).not.toContain(mark);
      expect(JSON.stringify(headers)).not.toContain(mark);
    }
});

it('chats get no mention, no link but ours, and raw messages the texts as they are', async () => {
  const received = await receiver.requests(3 * (storableTexts.length + 1));
  const textsIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];
  for (const { url, body } of received) {
    if (url.endsWith('/raw')) {
      if (bugs.has(body.bug.title)) expect(body.bug.description).toBe(body.bug.title);
      continue;
    }
    if (url.endsWith('/discord')) expect(body.allowed_mentions).toEqual({ parse: [] });
    for (const text of textsIn(body)) {
      if (url.endsWith('/slack')) expect(text).not.toMatch(/<(?!https:\/\/bugs\.example\/)/);
      else expect(text).not.toMatch(/@(everyone|here)\b|(?<!\\)\]\(/);
    }
  }
});

it('mails have no headers and no tags but ours', async () => {
  for (const id of bugs.values()) await eventsDispatched(node, id);
  await endWait(node, project.email);
  const mail = await mailbox.next(project.email);
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.to).toMatchObject([{ address: project.email }]);
  for (const { key } of mail.headers) expect(key).not.toMatch(/^(bcc|cc|set-cookie|x-forged)$/);
  expect(mail.subject).not.toMatch(/[\r\n\u2028\u2029\u0085]/);
  const names = new Set([...(mail.html ?? '').matchAll(/<\/?([a-z!]+)/gi)].map(([, name]) => name));
  for (const name of names)
    expect(name).toMatch(
      /^(!doctype|html|head|meta|title|body|p|a|ul|ol|li|blockquote|br|hr|h\d|div|span|table|tbody|tr|td|strong|em|small|code)$/i,
    );
  for (const [, href] of (mail.html ?? '').matchAll(/href="([^"]*)"/g))
    expect(href).toMatch(/^https:\/\/bugs\.example\//);
});

it('the log has a line for each request, and nothing of the texts that a terminal obeys', async () => {
  for (const text of storableTexts) {
    const path = `/${encodeURIComponent(text)}`.slice(0, 200);
    const safe = text.replaceAll(/[^\t\x20-\x7e]/g, '').trim();
    await send(node, {
      method: 'GET',
      path,
      headers: { 'user-agent': safe, referer: safe, 'x-request-id': safe },
    });
  }
  expect(node.logs.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(node.logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  const raw = node.logs.map((line) => JSON.stringify(line)).join('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is asserted
  expect(raw).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
});
