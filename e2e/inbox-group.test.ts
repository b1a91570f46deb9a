import { type Account, createProject, unwrap } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { cursor, row, toast } from './inbox.ts';

const patch = async ({ api }: Account, bug_id: number, body: object) =>
  unwrap(await api.PATCH('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id } }, body }));

test('a list is grouped, in the address, after a reload and in a saved view', async ({
  signedInPage: page,
  account,
}) => {
  const website = await createProject(account, 'Website');
  const app = await createProject(account, 'App');
  const first = await website.report({ title: 'First', severity: 'low' });
  await app.report({ title: 'Second', severity: 'critical' });
  await website.report({ title: 'Third', severity: 'critical' });
  const done = await app.report({ title: 'Fourth', severity: 'high' });
  await patch(account, first, { status: 'in_progress', assignee_id: account.id });
  await patch(account, done, { status: 'resolved' });
  await page.goto('/');
  await expect(page.getByRole('row')).toHaveCount(3);
  // Their icons have titles of their own.
  const heads = page.getByRole('rowheader');
  /** Headings and rows from top to bottom. */
  const shown = async () => {
    const places = await page.getByRole('row').evaluateAll((rows) =>
      rows.map((one) => ({
        top: one.getBoundingClientRect().top,
        text:
          /First|Second|Third|Fourth/.exec(one.textContent ?? '')?.[0] ??
          (one as HTMLElement).innerText.replace(/\s+/g, ''),
      })),
    );
    return places.sort((a, b) => a.top - b.top).map(({ text }) => text);
  };

  await page.keyboard.press('b');
  await expect(page.getByRole('combobox', { name: 'Group by' })).toBeFocused();
  await page.keyboard.type('sev');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/group=severity/);
  await expect(page).toHaveURL(/sort=severity/);
  await expect(heads).toHaveText([/Critical2$/, /Low1$/]);
  expect(await shown()).toEqual(['Critical2', 'Third', 'Second', 'Low1', 'First']);
  await page.reload();
  await expect(heads).toHaveText([/Critical2$/, /Low1$/]);

  await page.getByRole('button', { name: 'Group by: Severity' }).click();
  await page.getByRole('option', { name: 'Project' }).click();
  await expect(heads).toHaveText([/App1$/, /Website2$/]);
  expect(await shown()).toEqual(['App1', 'Second', 'Website2', 'Third', 'First']);
  // Keys follow what one sees.
  const walked: string[] = [];
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('j');
    walked.push(/First|Second|Third/.exec(await cursor(page).innerText())?.[0] ?? '');
  }
  expect(walked).toEqual(['Second', 'Third', 'First']);

  await page.goto('/?group=status&status=any');
  await expect(heads).toHaveText([/Open2$/, /In progress1$/, /Resolved1$/]);
  await page.goto('/?group=assignee');
  await expect(heads).toHaveText([/Ada Lovelace1$/, /Unassigned2$/]);
  await page.goto('/?group=day');
  await expect(heads).toHaveText([/Today3$/]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto('/?group=assignee');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Who does what');
  await page.keyboard.press('Enter');
  const view = page.getByRole('link', { name: /Who does what/ });
  await expect(view).toBeVisible();
  await page.getByRole('button', { name: 'Group by: Assignee' }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await expect(heads).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await view.click();
  await expect(page).toHaveURL('/?group=assignee');
  await expect(heads).toHaveText([/Ada Lovelace1$/, /Unassigned2$/]);

  // Another order that the groups do not follow ends them.
  await page.goto('/?group=day');
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByRole('option', { name: 'Most severe first' }).click();
  await expect(page).toHaveURL('/?sort=severity');
  await expect(heads).toHaveCount(0);
});

test('a bug stays in its group when it is changed, and a verdict moves on to the next row that one sees', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const later = await report({ title: 'Started' });
  for (const title of ['Second', 'First']) await report({ title });
  await patch(account, later, { status: 'in_progress' });
  await page.goto('/?group=status');
  const heads = page.getByRole('rowheader');
  await expect(heads).toHaveText([/Open2$/, /In progress1$/]);
  await page.keyboard.press('j');
  await expect(cursor(page)).toContainText('First');
  await page.keyboard.press('e');
  await expect(toast(page, /^Resolved/)).toBeVisible();
  await expect(cursor(page)).toContainText('Second');
  await expect(row(page, 'First').getByRole('img', { name: 'Resolved' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(cursor(page)).toContainText('Started');
  await expect(heads).toHaveText([/Open2$/, /In progress1$/]);
  await page.reload();
  await expect(heads).toHaveText([/In progress1$/]);
});

test('headings stay in sight, and say when there are more rows than are loaded', async ({
  signedInPage: page,
  account,
}) => {
  test.slow();
  // Of one project, no more than 60 a minute are taken.
  const projects = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) projects.push(await createProject(account, name));
  for (let number = 1; number <= 225; number++)
    await projects[number % 5]?.report({ title: `Report ${number}.` });
  await page.goto('/?group=project');
  const heads = page.getByRole('rowheader');
  await expect(heads).toHaveText([/A40\+$/, /B40\+$/, /C40\+$/, /D40\+$/, /E40\+$/]);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 400);
  await expect(heads.first()).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 50_000);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(heads).toHaveText([/A45$/, /B45$/, /C45$/, /D45$/, /E45$/]);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});
