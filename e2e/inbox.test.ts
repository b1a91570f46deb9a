import { createProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row, toast, typeInMenu } from './inbox.ts';

test('a newcomer makes a project, sees how to send a report, and the report arrives by itself', async ({
  signedInPage: page,
  account,
  service,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Name' }).fill('Website');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the first report' })).toBeVisible();
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
  await expect(page.locator('pre')).toContainText(/sk_[0-9a-f]{40}/);
  const command = await page.locator('pre').innerText();
  const key = /X-API-Key: (sk_[0-9a-f]{40})/.exec(command)?.[1];
  expect(command).toContain(`curl ${service.url}/api/v1/bugs`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await fetch(`${service.url}/api/v1/bugs`, {
    method: 'POST',
    headers: { 'X-API-Key': String(key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Hello from the terminal', description: 'My first report' }),
  });
  await expect(row(page, 'Hello from the terminal')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('1');
  expect(account.teamId).toBeGreaterThan(0);
});

test('triage with the keyboard: each verdict moves on, and can be undone', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (const title of ['Third', 'Second', 'First']) await report({ title });
  await openInbox(page, 3);

  await page.keyboard.press('j');
  await expect(cursor(page)).toContainText('First');
  await page.keyboard.press('e');
  await expect(cursor(page)).toContainText('Second');
  await expect(row(page, 'First').getByRole('img', { name: 'Resolved' })).toBeVisible();
  await expect(toast(page, /Resolved #\d+/)).toBeVisible();

  await page.keyboard.press('p');
  await typeInMenu(page, 'crit');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Second').getByRole('img', { name: 'Critical' })).toBeVisible();
  await expect(cursor(page)).toContainText('Second');
  await page.keyboard.press('a');
  await page.keyboard.press('1');
  await expect(row(page, 'Second').getByRole('img', { name: account.name })).toBeVisible();
  await page.keyboard.press('l');
  await typeInMenu(page, 'checkout');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Second')).toContainText('checkout');
  await page.keyboard.press('Escape');
  await expect(cursor(page)).toBeFocused();

  await page.keyboard.press('!');
  await expect(cursor(page)).toContainText('Third');
  await expect(toast(page, /Marked #\d+ as spam/)).toBeVisible();
  await page.keyboard.press('z');
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(row(page, 'Second').getByRole('img', { name: 'Open' })).toBeVisible();
  await expect(cursor(page)).toContainText('Second');
  await expect(page.getByRole('link', { name: 'Inbox 2' })).toBeVisible();
  // What was judged stays where it is until one goes elsewhere.
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(row(page, 'First').getByRole('img', { name: 'Resolved' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, 'Second')).toContainText('checkout');
});

test('filters stand in the address, survive a reload, can be saved as a view, and the view can be renamed and deleted', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'A terrible thing', severity: 'critical' });
  await report({ title: 'A small thing', severity: 'low' });
  await openInbox(page, 2);

  await page.keyboard.press('f');
  await typeInMenu(page, 'sever');
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/?severity=high&severity=critical');
  await expect(page.getByText('high or higher')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(1);

  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Bad ones');
  await page.keyboard.press('Enter');
  const view = page.getByRole('link', { name: /Bad ones/ });
  await expect(view).toContainText('1');
  await expect(view).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'Bad ones', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Remove filter Severity' }).click();
  await expect(page).toHaveURL('/');
  await view.click();
  await expect(page).toHaveURL('/?severity=high&severity=critical');

  await page.getByRole('button', { name: 'Edit view Bad ones' }).click();
  await typeInMenu(page, 'ren');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Worst');
  await page.getByLabel('Pin to top').check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /Worst/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit view Worst' }).click();
  await typeInMenu(page, 'del');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /Worst/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /Worst/ })).toBeVisible();
});

test('search finds as one types; where nothing matches, the filter that hurts can be cleared', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'Payment was taken twice' });
  await report({ title: 'Footer overlaps' });
  await openInbox(page, 2);
  await page.keyboard.press('/');
  await page.keyboard.type('payment');
  await expect(page).toHaveURL('/?search=payment');
  await expect(page.getByRole('row')).toHaveCount(1);
  await page.keyboard.type(' and nonsense');
  await page.getByRole('button', { name: /Clear search/ }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('bad filter values in the URL are dropped, here and on other pages', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'The only one' });
  for (const bad of [
    'status=nonsense',
    'status=',
    'label_id=abc',
    'severity=',
    'assignee_id=nobody',
    'project_id=-1',
    'created_after=2026-02-30',
    'created_before=yesterday',
    'duplicate_of_id=x',
    'team_id=x',
    'search=%00',
    'bug=x',
    'nonsense=1',
  ]) {
    await openInbox(page, 1, `/?${bad}`);
    await expect(page).toHaveURL('/');
  }
  await openInbox(page, 1, '/?status=nonsense&status=open');
  await expect(page).toHaveURL('/?status=open');
  await page.goto(`/teams/${account.teamId}/stats?range=nonsense&range=week`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/teams/${account.teamId}/stats`);
  await page.goto('/login?to=/one&to=/two&error=x&error=y');
  await expect(page).toHaveURL('/');
});

test('a filter with an unknown label, member, project or bug lists nothing and can be cleared', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'The only one' });
  for (const [filter, name] of [
    ['label_id=987654321', 'label'],
    ['assignee_id=987654321', 'assignee'],
    ['project_id=987654321', 'project'],
    ['duplicate_of_id=987654321', 'duplicates'],
  ]) {
    await page.goto(`/?${filter}`);
    await expect(page.getByRole('heading', { name: 'No matching bugs' })).toBeVisible();
    await page.getByRole('button', { name: `Clear ${name}` }).click();
    await expect(page).toHaveURL('/');
    await expect(row(page, 'The only one')).toBeVisible();
  }
  await page.goto('/?label_id=987654321&project_id=987654321');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(row(page, 'The only one')).toBeVisible();
});

test('an empty inbox is another thing than no reports', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  await report({ title: 'The only one' });
  await openInbox(page, 1);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(toast(page, /Resolved/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Inbox zero' })).toBeVisible();
  await page.getByRole('link', { name: 'View resolved bugs' }).click();
  await expect(row(page, 'The only one')).toBeVisible();
});
