import { createProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { row } from './inbox.ts';
import { patiently } from './settings.ts';

test('every page is reached by keys, by the palette and from the sidebar, and keys of the list do nothing there', async ({
  signedInPage: page,
  account,
}) => {
  test.slow();
  const project = await createProject(account, 'Website');
  await project.report({ title: 'Stays open' });
  await page.goto('/');
  await expect(row(page, 'Stays open')).toBeVisible(patiently);
  await page.keyboard.press('j');
  const at = (path: string) => path.replace('P', String(project.id)).replace('T', String(account.teamId));
  const current = page.getByRole('navigation', { name: 'Main navigation' }).locator('[aria-current=page]');
  for (const [keys, path, place] of [
    ['gt', '/teams/T/settings', 'Team'],
    ['gm', '/teams/T/members', 'Team'],
    ['gl', '/teams/T/labels', 'Team'],
    ['gs', '/teams/T/stats', 'Stats'],
    ['gh', '/projects/P/settings'],
    ['gw', '/projects/P/webhooks'],
    ['gn', '/projects/new'],
    ['g,', '/me/settings'],
  ] as const) {
    // The page of a new project takes the focus into a field once it is there, which is left first.
    if (page.url().endsWith('/projects/new'))
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused(patiently);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (const key of keys) await page.keyboard.press(key);
    await expect(page).toHaveURL(at(path), patiently);
    if (place) await expect(current).toHaveText([place]);
  }
  // The row under the cursor of the list that was left is not acted on from here.
  await page.keyboard.press('e');
  await page.keyboard.press('!');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(row(page, 'Stays open').getByRole('img', { name: 'Open' })).toBeVisible(patiently);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('website settings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('/projects/P/settings'), patiently);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('mcp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/me/settings/mcp', patiently);

  await page.getByRole('link', { name: 'Stats' }).click();
  await expect(page).toHaveURL(at('/teams/T/stats'), patiently);
  await page.getByRole('navigation', { name: 'Main navigation' }).getByText('Website').hover();
  await page.getByRole('link', { name: 'Website settings' }).click();
  await expect(page).toHaveURL(at('/projects/P/settings'), patiently);
});
