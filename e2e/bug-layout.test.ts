import type { Locator, Page } from '@playwright/test';
import { openBugPage, panelOf, test } from './bug-view.ts';
import { expect } from './fixtures.ts';

const report = {
  title: 'The layout of this bug',
  description: 'What the reporter has to say about it.',
  environment: 'production',
  app_version: '5.14.2',
  reporter_email: 'mia@example.com',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
};

const details = (panel: Locator) => panel.getByRole('region', { name: 'Details' });

async function boxOf(part: Locator) {
  // A comment is replaced when its Markdown has been rendered, and has no box at that moment.
  for (;;) {
    await expect(part).toBeVisible();
    const box = await part.boundingBox();
    if (box) return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  }
}

/** Whether the details stand in a column beside the description, or above it. */
async function columnsOf(panel: Locator): Promise<1 | 2> {
  const [rail, text] = [await boxOf(details(panel)), await boxOf(panel.getByText(report.description))];
  if (rail.x >= text.right) {
    expect(rail.width).toBe(280);
    return 2;
  }
  expect(rail.bottom).toBeLessThanOrEqual(text.y);
  return 1;
}

async function expectEverythingIn(panel: Locator) {
  for (const name of ['Status: Open', 'Severity: Medium', 'Assign', 'Label'])
    await expect(details(panel).getByRole('button', { name, exact: true })).toBeVisible();
  for (const text of [
    'Website',
    'mia@example.com',
    'production',
    '5.14.2',
    'Firefox 145 on Linux',
    'Reported',
  ])
    await expect(details(panel).getByText(text, { exact: true })).toBeVisible();
}

test('details stand beside the bug where its page is wide, else above it', async ({
  signedInPage: page,
  reports,
}) => {
  const id = await reports.send(report);
  const panel = await openBugPage(page, id);
  for (const [width, columns] of [
    [2560, 2],
    [1440, 2],
    [1280, 2],
    [1100, 2],
    [768, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => columnsOf(panel), `at ${width} px`).toBe(columns);
    await expectEverythingIn(panel);
  }
});

test('beside the list, the same details stand in one column', async ({ signedInPage: page, reports }) => {
  const id = await reports.send(report);
  for (const width of [2560, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/?bug=${id}`);
    await expectEverythingIn(panelOf(page, id));
    expect(await columnsOf(panelOf(page, id))).toBe(1);
  }
});

test('details and the composer stay in sight on a long page', async ({ signedInPage: page, reports }) => {
  const id = await reports.send({ description: 'A long story. '.repeat(700) });
  await page.setViewportSize({ width: 1440, height: 900 });
  const panel = await openBugPage(page, id);
  await panel.getByRole('listitem').getByText('reported this').scrollIntoViewIfNeeded();
  await expect(panel.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await expect(details(panel).getByRole('button', { name: 'Status: Open' })).toBeInViewport({ ratio: 1 });
  const composer = await boxOf(panel.getByRole('textbox', { name: 'Comment', exact: true }));
  expect(composer.right).toBeLessThanOrEqual((await boxOf(details(panel))).x);
});

async function rename(page: Page, panel: Locator, from: string, to: string) {
  await panel.getByRole('heading', { name: from }).hover();
  await panel.getByRole('button', { name: 'Edit title' }).click();
  const field = panel.getByRole('textbox', { name: 'Title' });
  await expect(field).toHaveValue(from);
  await field.fill(to);
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: to })).toBeVisible();
}

test('a title is edited in both layouts, and beside the list', async ({ signedInPage: page, reports }) => {
  const id = await reports.send({ title: 'First title' });
  const panel = await openBugPage(page, id);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rename(page, panel, 'First title', 'Second title');
  await page.setViewportSize({ width: 390, height: 844 });
  await rename(page, panel, 'Second title', 'Third title');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/?bug=${id}`);
  await rename(page, panelOf(page, id), 'Third title', 'Last title');
  await expect.poll(async () => (await reports.read(id))?.title).toBe('Last title');
});

test('a bug is printed with all of its text, and without what is around it', async ({
  signedInPage: page,
  reports,
}) => {
  const id = await reports.send({
    ...report,
    stack_trace: 'Error: x\n'.concat('    at own (https://shop.example.com/a.ts:1:1)\n'.repeat(80)),
  });
  await reports.comment(id, 'The last thing that was said.');
  const panel = await openBugPage(page, id);
  await expect(panel.getByText('The last thing that was said.')).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(panel.getByRole('textbox', { name: 'Comment' })).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Back to list' })).toBeHidden();
  for (const text of [report.title, report.description, 'The last thing that was said.'])
    await expect(panel.getByText(text).first()).toBeVisible();
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll('[data-bug-panel], [data-bug-panel] *')]
      .filter((part) => part.scrollHeight > part.clientHeight + 1 && part.clientHeight > 0)
      .filter((part) => /auto|hidden|scroll/.test(getComputedStyle(part).overflowY))
      .map((part) => part.outerHTML.slice(0, 80)),
  );
  expect(clipped).toEqual([]);
  const last = await boxOf(panel.getByText('The last thing that was said.'));
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(last.bottom);
});
