import { openBugPage, test } from './bug-view.ts';
import { expect } from './fixtures.ts';
import { toast } from './inbox.ts';

test('a title is edited in its place, stands in the timeline, and can be undone', async ({
  signedInPage: page,
  reports,
}) => {
  const id = await reports.send({ title: 'it dont work' });
  const panel = await openBugPage(page, id);
  const heading = panel.getByRole('heading', { level: 1 });
  const field = panel.getByRole('textbox', { name: 'Title' });

  await page.keyboard.press('t');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('it dont work');
  await page.keyboard.type('Never mind');
  await page.keyboard.press('Escape');
  await expect(heading).toHaveText('it dont work');

  await panel.getByRole('button', { name: 'Edit title' }).click();
  await field.fill('Checkout does not respond');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Checkout does not respond');
  await expect(toast(page, `Renamed #${id}`)).toBeVisible();
  await expect(panel.getByText('changed the title to Checkout does not respond')).toBeVisible();
  expect(await reports.read(id)).toMatchObject({ title: 'Checkout does not respond' });

  await page.keyboard.press('z');
  await expect(heading).toHaveText('it dont work');
  await expect(toast(page, 'Undone')).toBeVisible();
});

test('a title that cannot be saved is kept in the field, and says why', async ({
  signedInPage: page,
  reports,
}) => {
  const id = await reports.send({ title: 'As it was' });
  const panel = await openBugPage(page, id);
  await page.keyboard.press('t');
  const field = panel.getByRole('textbox', { name: 'Title' });
  await field.fill('  ');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('Enter a title.');

  const refusal = { detail: 'The title is too rude', errors: [] };
  await page.route(`**/api/v1/bugs-admin/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(refusal) })
      : route.fallback(),
  );
  await field.fill('As it should be');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('As it should be');
  await expect(panel.getByRole('alert')).toContainText('The title is too rude');
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('As it was');
});
