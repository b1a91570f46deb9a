import type { Page, Route } from '@playwright/test';
import { expect, plainPage, test, widgetOf } from './widget.ts';

const readable = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };

/** Answers reports in place of the service until the test lets them through; preflights always pass. */
async function answerReports(page: Page, answer: (route: Route) => Promise<void>) {
  const seen: string[] = [];
  const handle = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    seen.push(route.request().headers()['idempotency-key'] ?? '');
    await answer(route);
  };
  await page.route('**/api/v1/bugs', handle);
  return { seen, stop: () => page.unroute('**/api/v1/bugs', handle) };
}

/** Nothing is left to be sent. */
const expectNothingKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('skep.kept')), { timeout: 60_000 }).toBeNull();

test('an offline report is saved and sent once when the network is back, with any number of tabs', async ({
  page,
  context,
  site,
  waitForBugs,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
  const address = site.serve({ html: plainPage() });
  await page.goto(address);
  const other = await context.newPage();
  await other.goto(address);
  const [widget, otherWidget] = [widgetOf(page), widgetOf(other)];

  // Before anything but the script was loaded, a click says that it cannot go on, and works later.
  await expect(widget.button).toBeVisible();
  await context.setOffline(true);
  await widget.button.click();
  await expect(widget.button).toHaveText('⚠ Report a bug ↻');
  await context.setOffline(false);
  await widget.open();
  await expect(widget.button).toHaveText('Report a bug');
  await otherWidget.open();

  await widget.write('Written offline');
  await otherWidget.write('In the other tab');
  await context.setOffline(true);
  for (const one of [widget, otherWidget]) {
    await one.send.click();
    await expect(one.status).toContainText('Not sent yet. The report is saved');
  }
  await context.setOffline(false);
  const bugs = await waitForBugs(2);
  expect(bugs.map(({ title }) => title).sort()).toEqual(['In the other tab', 'Written offline']);
  await expectNothingKept(page);
  // Nothing is sent again by the next page either.
  await page.goto(address);
  await expect(widget.button).toBeVisible();
  expect(await waitForBugs(2)).toHaveLength(2);
});

test('two tabs send a queued report once', async ({ page, context, site, waitForBugs, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
  const address = site.serve({ html: plainPage() });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(address);
    await expect(widgetOf(tab).button).toBeVisible();
    // From then on the tab waits for the network too.
    await tab.evaluate(() => window.Skep.report({ title: 'Online' }));
  }
  await context.setOffline(true);
  const queued = await page.evaluate(() => window.Skep.report({ title: 'Queued' }));
  expect(queued.status).toBe('queued');
  const sent: string[] = [];
  await context.route('**/api/v1/bugs', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().headers()['idempotency-key'] ?? '');
    // Long enough for another tab to find the report still waiting.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.fallback();
  });
  await context.setOffline(false);
  await waitForBugs(3);
  await expectNothingKept(page);
  expect(sent).toHaveLength(1);
});

test('waits for Retry-After and tells the user', async ({ page, site, waitForBugs, problems }) => {
  problems.allow(/429|503/);
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await widget.open();
  let answers = 0;
  const reports = await answerReports(page, (route) =>
    answers++ === 0
      ? route.fulfill({
          status: 429,
          headers: { ...readable, 'retry-after': '2' },
          json: { detail: 'Too many requests' },
        })
      : answers === 2
        ? route.fulfill({ status: 503, headers: readable, json: { detail: 'Not now' } })
        : route.fallback(),
  );
  await widget.write('Asked to wait');
  await widget.send.click();
  await expect(widget.status).toContainText('Not sent yet. The report is saved');
  const [bug] = await waitForBugs(1);
  expect(bug?.title).toBe('Asked to wait');
  expect(new Set(reports.seen).size).toBe(1);
  expect(reports.seen).toHaveLength(3);
  await expectNothingKept(page);
});

test('a report that was being sent when the page closed is sent by the next page', async ({
  page,
  context,
  site,
  waitForBugs,
}) => {
  const address = site.serve({ html: plainPage() });
  await page.goto(address);
  const widget = widgetOf(page);
  await widget.open();
  // The service does not answer: the form waits, and can be closed.
  await answerReports(page, () => new Promise(() => {}));
  await widget.write('In the middle');
  await widget.send.click();
  await expect(widget.send).toHaveText('Sending…');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('skep.kept'))).toBe('1');
  await page.close();

  const later = await context.newPage();
  // Others leave a report alone while its own page may be sending it.
  await later.clock.install({ time: Date.now() + 120_000 });
  await later.goto(address);
  const [bug] = await waitForBugs(1);
  expect(bug?.title).toBe('In the middle');
  await expectNothingKept(later);
});

test('waits for a slow response, and a failed image upload never loses the report', async ({
  page,
  site,
  waitForBugs,
  account,
  problems,
}) => {
  problems.allow(/503|422|\/attachments|\/uploads/);
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  const picture = async () => {
    await widget.dialog.getByRole('button', { name: 'Capture page' }).click();
    await expect(widget.dialog.getByRole('button', { name: 'Annotate' })).toBeVisible();
  };
  await widget.open();
  await widget.write('Slow');
  await picture();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reports = await answerReports(page, async (route) => {
    await released;
    await route.fallback();
  });
  let refusals = 0;
  await page.route('**/uploads/*', (route) =>
    route.request().method() === 'PUT' && refusals++ === 0
      ? route.fulfill({ status: 503, headers: readable, json: { detail: 'Not now' } })
      : route.fallback(),
  );
  await widget.send.click();
  await expect(widget.send).toHaveText('Sending…');
  release();
  await expect(widget.status).toHaveText('Sent. Thank you!');
  const [slow] = await waitForBugs(1);
  // The image follows by itself: the next try replaces the upload that is pending.
  const path = { bug_id: slow?.id ?? 0 };
  const attachments = async () =>
    (await account.api.GET('/api/v1/bugs-admin/{bug_id}', { params: { path } })).data?.attachments.length;
  await expect.poll(attachments, { timeout: 60_000 }).toBe(1);
  expect(reports.seen).toHaveLength(1);
  await widget.dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.route('**/attachments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, headers: readable, json: { detail: 'No' } })
      : route.fallback(),
  );
  await widget.open();
  await widget.write('Without its image');
  await picture();
  await widget.send.click();
  await expect(widget.status).toHaveText('Sent. Thank you!The screenshot could not be sent.');
  expect((await waitForBugs(2))[0]).toMatchObject({ title: 'Without its image', attachments: [] });
  await expectNothingKept(page);
});

test('saves at most thirty reports', async ({ page, context, site, waitForBugs, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await widget.open();
  await page.evaluate(() => window.Skep.close());
  await page.evaluate(() => window.Skep.report({ title: 'Online' }));
  await context.setOffline(true);
  const results = await page.evaluate(async () => {
    const all = [];
    for (let n = 0; n < 31; n++) all.push(await window.Skep.report({ title: `Report ${n}` }));
    return all.map(({ status, reason }) => reason ?? status);
  });
  expect(results).toEqual([...Array(30).fill('queued'), 'full']);
  await context.setOffline(false);
  await waitForBugs(31);
  await expectNothingKept(page);
});
