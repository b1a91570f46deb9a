import { aProject } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openInbox, row } from './inbox.ts';

test('the inbox is accessible: with rows, a selection, menus, the palette and help, and when it is empty', async ({
  signedInPage: page,
  account,
}) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Begin with a honeycomb' })).toBeVisible();
  await expectAccessible(page);
  const { report } = await aProject(account);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
  await expectAccessible(page);

  for (const severity of ['low', 'medium', 'high', 'critical'])
    await report({ title: `A report that is ${severity}`, severity, reporter_email: 'mia@example.com' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openInbox(page, 4);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('s');
  await expect(page.getByRole('combobox', { name: /Status of/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Find an action' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto('/?search=nonsense');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a long press selects, actions are at the bottom, and places in a drawer', async ({
    signedInPage: page,
    account,
  }) => {
    const { report } = await aProject(account);
    for (const title of ['Third', 'Second', 'First']) await report({ title });
    await openInbox(page, 3);

    const box = await row(page, 'First').boundingBox();
    const touch = await page.context().newCDPSession(page);
    const at = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 20 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    const bar = page.getByRole('toolbar', { name: 'Selected bugs' });
    await expect(bar).toContainText('1 selected');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await row(page, 'Third').tap();
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Resolve' }).tap();
    await expect(page.getByRole('img', { name: 'Resolved' })).toHaveCount(2);
    await expect(bar).toBeHidden();

    await page.getByRole('button', { name: 'Places and settings' }).tap();
    await page.getByRole('link', { name: /Assigned to me/ }).tap();
    await expect(page).toHaveURL(/assignee_id=me/);
    await expect(page.getByRole('navigation', { name: 'Places' })).toBeHidden();
  });
});
