import { createProject, unwrap } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openInbox, row, typeInMenu } from './inbox.ts';

test('the inbox is accessible: with rows, a selection, menus, the palette and help, and when it is empty', async ({
  signedInPage: page,
  account,
}) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
  await expectAccessible(page);
  const { report } = await createProject(account);
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
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto('/?search=nonsense');
  await expect(page.getByRole('heading', { name: 'No matching bugs' })).toBeVisible();
  await expectAccessible(page);
});

test('names for screen readers, the skip link and page titles', async ({ signedInPage: page, account }) => {
  const { report, id: projectId } = await createProject(account);
  const id = await report({ title: 'Test report', description: 'hello' });
  const params = { path: { bug_id: id } };
  unwrap(await account.api.POST('/api/v1/bugs-admin/{bug_id}/comments', { params, body: { body: 'Yes.' } }));
  await openInbox(page, 1);
  const { name: team } = unwrap(
    await account.api.GET('/api/v1/teams/{team_id}', { params: { path: { team_id: account.teamId } } }),
  );
  await expect(page).toHaveTitle(`Inbox (1) · ${team}`);
  await expect(page.getByRole('gridcell', { name: 'Test report hello', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '1 comment', exact: true })).toBeVisible();
  await expect(page.getByTitle('1 comment', { exact: true })).toBeVisible();

  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/');

  await row(page, 'Test report').click();
  await expect(page).toHaveTitle(`#${id} Test report · ${team}`);
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveText('');
  for (const [path, title] of [
    [`/bugs/${id}`, `#${id} Test report · ${team}`],
    [`/?project_id=${projectId}`, `Website (1) · ${team}`],
    ['/?search=nonsense', `Inbox · ${team}`],
    [`/teams/${account.teamId}/members`, `Members · ${team}`],
    [`/teams/${account.teamId}/stats`, `Stats · ${team}`],
    [`/projects/${projectId}/webhooks`, `Webhooks · Website · ${team}`],
    ['/me/settings/mcp', 'MCP tokens · Account · Skep'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
});

test('pickers show whole names, sorted', async ({ signedInPage: page, account }) => {
  const others = ['Zoe', 'Maximiliane von Hohenstein-Wittelsbach', 'anna', 'Émile'].map((name, at) => ({
    id: 1000 + at,
    name,
    email: 'somebody.with.a.long.address@mail.example.com',
    joined_at: '2026-01-01T00:00:00.000Z',
  }));
  const self = { ...others[0], id: account.id, name: account.name, email: account.email };
  await page.route('**/api/v1/teams/*/members', (route) =>
    route.fulfill({ json: { items: [...others, self], total: others.length + 1 } }),
  );
  for (const name of ['Zebra', 'apple', 'Item 10', 'Item 9']) await createProject(account, name);
  const { report } = await createProject(account);
  await report();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await openInbox(page, 1);
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    const names = page.getByRole('option').locator('[title]:has(bdi)');
    await expect(names).toHaveText([
      account.name,
      'Unassigned',
      'anna',
      'Émile',
      'Maximiliane von Hohenstein-Wittelsbach',
      'Zoe',
    ]);
    for (const name of await names.all())
      expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('f');
  await typeInMenu(page, 'proj');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').locator('[title]:has(bdi)')).toHaveText([
    'apple',
    'Item 9',
    'Item 10',
    'Website',
    'Zebra',
  ]);
});

test('every colour of a label can be told from its ground, and forced colours mark what is current', async ({
  signedInPage: page,
  account,
}) => {
  const team_id = account.teamId;
  await (await createProject(account)).report();
  for (const color of ['#000000', '#1C1917', '#221E1B', '#FAFAF9', '#FFFFFF', '#0D9488'])
    unwrap(
      await account.api.POST('/api/v1/teams/{team_id}/labels', {
        params: { path: { team_id } },
        body: { name: color, color },
      }),
    );
  await page.goto(`/teams/${team_id}/labels`);
  const dots = page.getByRole('main').getByRole('listitem').locator('[aria-hidden][style]');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(dots).toHaveCount(6);
    for (const dot of await dots.all())
      expect(
        await dot.evaluate(contrastOfRing),
        `${colorScheme} ${await dot.getAttribute('style')}`,
      ).toBeGreaterThan(3);
  }

  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  const outline = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .last()
      .evaluate((tab) => getComputedStyle(tab).outlineStyle);
  expect(await outline('Labels')).toBe('solid');
  expect(await outline('Members')).toBe('none');
  await page.getByRole('link', { name: 'Stats', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'By status' })).toBeVisible();
  expect(await outline('Month')).toBe('solid');
  expect(await outline('Week')).toBe('none');
  const bar = page.getByRole('link', { name: /^Open/ }).last().locator('[style*="--part"]');
  const colours = await bar.evaluate((track) => [
    getComputedStyle(track).backgroundColor,
    getComputedStyle(track, '::after').backgroundColor,
  ]);
  expect(new Set(colours).size).toBe(2);
});

/** The contrast of the ring around a dot to what is behind it. Runs in the page. */
function contrastOfRing(dot: Element): number {
  const luminance = (colour: string) => {
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ring = /^(.*\)) /.exec(getComputedStyle(dot).boxShadow)?.[1] ?? 'transparent';
  let behind: Element | null = dot.parentElement;
  while (behind && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)')
    behind = behind.parentElement;
  const ground = behind ? getComputedStyle(behind).backgroundColor : 'white';
  const [light = 1, dark = 1] = [luminance(ring), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a long press opens the menu of a row, actions are at the bottom, and places in a drawer', async ({
    signedInPage: page,
    account,
  }) => {
    const { report } = await createProject(account);
    for (const title of ['Third', 'Second', 'First']) await report({ title });
    await openInbox(page, 3);

    const box = await row(page, 'First').boundingBox();
    const touch = await page.context().newCDPSession(page);
    const at = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 20 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    const select = page.getByRole('option', { name: 'Select', exact: true });
    await expect(select).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page).toHaveURL('/');
    await select.tap();
    const bar = page.getByRole('toolbar', { name: 'Selected bugs' });
    await expect(bar).toContainText('1 selected');
    await row(page, 'Third').tap();
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Resolve' }).tap();
    await expect(page.getByRole('img', { name: 'Resolved' })).toHaveCount(2);
    await expect(bar).toBeHidden();

    await page.getByRole('button', { name: 'Open navigation' }).tap();
    // The sign of the settings stands in the middle of its own column, and not over the count.
    const settings = page.getByRole('link', { name: 'Website settings' });
    await expect(settings).toBeVisible();
    // Measured at once: the drawer is still sliding in.
    const distance = await settings.evaluate((link) => {
      const middle = (element: Element) => {
        const { x, width } = element.getBoundingClientRect();
        return x + width / 2;
      };
      return Math.abs(middle(link) - middle(link.querySelector('svg') as Element));
    });
    expect(distance).toBeLessThan(2);
    await page.getByRole('link', { name: /Assigned to me/ }).tap();
    await expect(page).toHaveURL(/assignee_id=me/);
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();
  });
});
