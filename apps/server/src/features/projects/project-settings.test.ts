import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { badNames, bees, expectRefused, goodNames, unknownId } from '../../../test/samples.ts';

const node = await startService();

async function aSettableProject() {
  const person = await aPerson(node);
  const before = await aProject(person, { description: 'The shop' });
  const path = `/api/v1/projects/${before.id}`;
  return {
    before,
    change: (body: unknown) => person.api.request('PATCH', path, { body: JSON.stringify(body) }),
    read: async () => (await person.api.get(path)).body,
  };
}

const everySetting = {
  name: 'Shop',
  description: null,
  allowed_origins: ['https://example.com', 'https://*.example.com:8443'],
  notification_emails: ['bugs@example.com', 'Ada@example.com'],
  notify_reporters: true,
};

it.each<Partial<typeof everySetting> | Record<string, unknown>>([
  ...Object.entries(everySetting).map(([field, value]) => ({ [field]: value })),
  everySetting,
  { description: '' },
  { allowed_origins: [], notification_emails: [] },
])('changes %j and nothing else', async (patch) => {
  const { before, change, read } = await aSettableProject();
  const foreign = { id: 1, team_id: 1, api_key: 'sk_mine', plan: 'unlimited', created_at: null, usage: null };
  const answer = await change({ ...patch, ...foreign });
  expect(answer.status).toBe(200);
  const emails = (patch.notification_emails ?? []) as string[];
  const notification_addresses = emails.map((email) => ({ email, confirmed: false, muted: false }));
  expect(answer.body).toEqual({ ...before, ...patch, notification_addresses });
  expect(await read()).toEqual(answer.body);
});

it('empties the lists again', async () => {
  const { before, change, read } = await aSettableProject();
  await change(everySetting);
  const { name, description } = before;
  await change({
    name,
    description,
    allowed_origins: [],
    notification_emails: [],
    notify_reporters: false,
  });
  expect(await read()).toEqual(before);
});

it.each([{}, { api_key: 'sk_mine', team_id: 1 }, [], 'Shop', null])(
  'refuses %j, which names nothing to change',
  async (body) => {
    const { before, change, read } = await aSettableProject();
    const answer = await change(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ detail: expect.stringMatching(/^body: /), errors: expect.any(Array) });
    expect(await read()).toEqual(before);
  },
);

it('changes nothing when one of several fields is refused', async () => {
  const { before, change, read } = await aSettableProject();
  expectRefused(await change({ ...everySetting, notification_emails: ['nobody'] }), 'notification_emails.0');
  expect(await read()).toEqual(before);
});

it('names every field that is refused', async () => {
  const { change } = await aSettableProject();
  const { body } = await change({
    name: '',
    description: 5,
    allowed_origins: ['x'],
    notification_emails: 'x',
  });
  expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'allowed_origins.0',
    'description',
    'name',
    'notification_emails',
  ]);
});

it('checks the body before it looks for the project', async () => {
  const { api } = await aPerson(node);
  expectRefused(await api.patch(`/api/v1/projects/${unknownId}`, { name: '' }), 'name');
});

it.each(goodNames)('takes the name %j as it is', async (name) => {
  const { change } = await aSettableProject();
  expect((await change({ name })).body.name).toBe(name);
});

it.each(badNames.filter(([what]) => what !== 'missing'))('refuses a name that is %s', async (_what, name) => {
  const { change } = await aSettableProject();
  expectRefused(await change({ name }), 'name');
});

it('takes a description of up to 10,000 characters', async () => {
  const { change } = await aSettableProject();
  expect((await change({ description: bees(10_000) })).status).toBe(200);
  for (const description of [bees(10_001), 5, 'a\0b', 'a\ud800']) {
    expectRefused(await change({ description }), 'description');
  }
});

it.each([
  'https://example.com',
  'http://localhost:3000',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
  'https://xn--bcher-kva.example',
  'https://*.example.com',
  'http://*.example.com:3000',
])('takes the origin %s', async (origin) => {
  const { change } = await aSettableProject();
  const answer = await change({ allowed_origins: [origin] });
  expect(answer.status).toBe(200);
  expect(answer.body.allowed_origins).toEqual([origin]);
});

it.each([
  '',
  '*',
  'null',
  'example.com',
  '//example.com',
  'https://',
  'https://example.com/',
  'https://example.com/path',
  'https://example.com?x',
  'https://ada@example.com',
  ' https://example.com',
  'https://example.com:443',
  'https://example.com:99999',
  'https://Example.com',
  'https://*',
  'https://*.',
  'https://*example.com',
  'https://*.*.example.com',
  'https://a.*.example.com',
  'https://*.example.*',
  'file:///etc',
  'javascript:alert(1)',
  'https://exa\0mple.com',
  'https://exa\ud800mple.com',
  `https://${'a'.repeat(300)}.com`,
  5,
  null,
  ['https://example.com'],
])('refuses the origin %j', async (origin) => {
  const { change } = await aSettableProject();
  expectRefused(await change({ allowed_origins: ['https://example.org', origin] }), 'allowed_origins.1');
});

it.each([
  'bugs',
  'bugs@',
  '@example.com',
  'bugs@example',
  'Bugs <bugs@example.com>',
  'a@example.com, b@example.com',
  'bugs@example.com\nBcc: eve@example.com',
  'b\0gs@example.com',
  'b\udc00gs@example.com',
  `${'a'.repeat(65)}@example.com`,
  '',
  5,
  null,
])('refuses the notification address %j', async (email) => {
  const { change } = await aSettableProject();
  const answer = await change({ notification_emails: ['ada@example.com', email] });
  expectRefused(answer, 'notification_emails.1');
});

it.each([null, 'true', 1, []])('refuses %j where true or false is wanted', async (value) => {
  const { change } = await aSettableProject();
  expectRefused(await change({ notify_reporters: value }), 'notify_reporters');
});

it.each([null, 'https://example.com', 5, {}])('refuses %j where a list is wanted', async (value) => {
  const { change } = await aSettableProject();
  expectRefused(await change({ allowed_origins: value }), 'allowed_origins');
  expectRefused(await change({ notification_emails: value }), 'notification_emails');
});

it('takes 100 origins and 50 addresses, and no more', async () => {
  const { change } = await aSettableProject();
  const origins = Array.from({ length: 101 }, (_, index) => `https://host-${index}.example.com`);
  const emails = Array.from({ length: 51 }, (_, index) => `person-${index}@example.com`);
  const fits = { allowed_origins: origins.slice(1), notification_emails: emails.slice(1) };
  expect((await change(fits)).body).toMatchObject(fits);
  expectRefused(await change({ allowed_origins: origins }), 'allowed_origins');
  expectRefused(await change({ notification_emails: emails }), 'notification_emails');
});
