import { createProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row } from './inbox.ts';

test('the opening is asked for at once, before the libraries have come, everything once, and the first keys are not lost', async ({
  signedInPage: page,
  account,
}) => {
  const { id, report } = await createProject(account);
  for (const title of ['Second wax', 'First & wax']) await report({ title });
  await report({ title: 'Honey' });
  const address = `/?project_id=${id}&search=wax`;
  await openInbox(page, 2, address);
  // A list that is not complete yet would be asked for again after a while.
  await expect(page.getByText('still being indexed')).toHaveCount(0, { timeout: 30_000 });
  const inbox = page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: /^Inbox/ });
  await expect(inbox).toContainText('3');

  const team = `/teams/${account.teamId}`;
  const opening = [
    'GET /bugs-admin',
    'GET /me',
    'GET /teams',
    'GET /projects',
    ...['labels', 'members', 'saved-views'].map((part) => `GET ${team}/${part}`),
    'POST /bugs-admin/counts',
  ].sort();
  const asked: string[] = [];
  const { promise: allIsAskedFor, resolve } = Promise.withResolvers<void>();
  const { promise: keyIsPressed, resolve: allowActions } = Promise.withResolvers<void>();
  // What the page that is left would still ask for is none of the opening.
  await page.goto('/health');
  // Nothing is answered, and no library comes, before all of it has been asked for: none of it waits for another answer.
  await page.route('**/api/v1/**', async (route, request) => {
    asked.push(`${request.method()} ${new URL(request.url()).pathname.slice('/api/v1'.length)}`);
    if (asked.length === opening.length) resolve();
    await allIsAskedFor;
    await route.continue();
  });
  await page.route('**/assets/libraries-*.js', async (route) => {
    await allIsAskedFor;
    await route.continue();
  });
  await page.route('**/assets/all-*.js', async (route) => {
    await keyIsPressed;
    await route.continue();
  });
  // When it goes live, all is compared with what the service has.
  await page.route('**/api/v1/live*', () => undefined);
  await page.goto(address);
  await expect(row(page, 'First & wax')).toBeVisible();
  await expect(row(page, 'Honey')).toBeHidden();
  await expect(inbox).toContainText('3');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  allowActions();
  await expect(cursor(page)).toContainText('Second wax');
  expect(asked.sort()).toEqual(opening);
});

test('opening the inbox makes at most ten requests and asks for nothing twice, and misses nothing', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (const title of ['Wax', 'Honey']) await report({ title });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  // Events from just before the page was opened are replayed and counted again, which is not part of opening.
  await expect(async () => {
    asked.length = 0;
    await openInbox(page, 2);
    await page.waitForTimeout(2_500);
    expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(10);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(asked.filter((one) => one.includes('/live'))).toHaveLength(1);
  }).toPass({ timeout: 90_000 });

  // Between the list's answer and the stream, somebody reports: the list that was read is too old, and the stream says so.
  const { promise: hasReported, resolve: allowStream } = Promise.withResolvers<void>();
  await page.route('**/api/v1/live*', async (route) => {
    await hasReported;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('row')).toHaveCount(2);
  await report({ title: 'Meanwhile' });
  await account.api.POST('/api/v1/projects', { body: { team_id: account.teamId, name: 'Propolis' } });
  allowStream();
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(row(page, 'Meanwhile')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByText('Propolis')).toBeVisible();
});

test('the page shows where things will be before any of its code has come', async ({
  signedInPage: page,
  account,
  openBrowser,
}) => {
  await createProject(account);
  const { promise: codeMayCome, resolve: allowCode } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await codeMayCome;
    await route.continue();
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('.opening')).toBeVisible();
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(250, 250, 249)' : 'rgb(28, 25, 23)');
  }
  allowCode();
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
  await expect(page.locator('.opening')).toHaveCount(0);

  const visitor = await openBrowser();
  await visitor.goto('/login');
  await expect(visitor.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(visitor.locator('.opening')).toHaveCount(0);
});

test('a page of a former build is loaded anew when a part of it is gone', async ({
  signedInPage: page,
  account,
  problems,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'Still here' });
  problems.allow(/palette-.*\.js|status of 404/);
  // Before an upgrade the page named another file as well, and its palette is gone since.
  await page.route('**/assets/former-*.js', (route) => route.fulfill({ contentType: 'text/javascript' }));
  await page.route('**/assets/palette-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.route(
    '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '</head>',
        '<script type="module" src="/assets/former-12345678.js"></script></head>',
      );
      await route.fulfill({ response, body });
    },
    { times: 1 },
  );
  const pages: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && pages.push(request.url()));
  await page.goto('/');
  await expect.poll(() => pages).toHaveLength(2);
  await expect(row(page, 'Still here')).toBeVisible();
  await expect(page.locator('script[src*=former]')).toHaveCount(0);
});
