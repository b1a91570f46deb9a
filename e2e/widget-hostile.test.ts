import { expect, plainPage, test, widgetOf } from './widget.ts';

const hostileStyle = `* { display: none !important; color: lime !important; font: 40px cursive !important; transform: rotate(9deg) !important;
  visibility: hidden !important; opacity: 0.1 !important; pointer-events: none !important; all: unset !important }
  html, head ~ body, body *, main { display: block !important; visibility: visible !important; pointer-events: auto !important }
  dialog, button, skep-widget { position: static !important; width: 1px !important; z-index: -1 !important }`;

test('works with hostile styles, polluted prototypes, a strict CSP and trusted types', async ({
  page,
  site,
  service,
  waitForBugs,
  problems,
}) => {
  // Whether images may be drawn can only be tried.
  problems.allow(/data:image|img-src data/);
  const nonce = 'r4nd0m';
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${service.url}`,
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const head = `<style nonce="${nonce}">${hostileStyle}</style><script nonce="${nonce}">
    const values = { hidden: true, key: 'polluted', headers: { 'x-evil': '1' }, get: () => 'evil', set: () => {}, mode: 'no-cors', signal: 1,
      body: 'evil', method: 'DELETE', image: 1, title: 'evil', required: true, capture: 'off', value: 'evil', open: true, close: 1 };
    for (const name in values) Object.prototype[name] = values[name];
    Element.prototype.remove = undefined;
    window.addEventListener('keydown', (event) => { if (event.key === 'k' && event.target.localName !== 'input') window.wasShortcut = true; });
  </script>`;
  await page.goto(
    site.serve({
      html: plainPage('<p>Text</p>', head),
      options: `nonce="${nonce}"`,
      headers: { 'content-security-policy': policy },
    }),
  );
  const widget = widgetOf(page);
  await expect(widget.button).toBeVisible();
  const displayModes = () =>
    widget.button.evaluate((element) => {
      const { fontSize, position, color, opacity } = getComputedStyle(element);
      const { right, bottom } = element.getBoundingClientRect();
      return { fontSize, position, color, opacity, right: innerWidth - right, bottom: innerHeight - bottom };
    });
  expect(await displayModes()).toEqual({
    fontSize: '14px',
    position: 'fixed',
    color: 'rgb(255, 255, 255)',
    opacity: '1',
    right: 20,
    bottom: 20,
  });
  await widget.open();
  await widget.title.fill('');
  await widget.title.pressSequentially('bike kicks');
  expect(
    await page.evaluate(() => (window as unknown as { wasShortcut?: boolean }).wasShortcut),
  ).toBeUndefined();
  const { width = 0 } = (await widget.dialog.boundingBox()) ?? {};
  expect(width).toBe(480);
  await widget.dialog.locator('textarea').first().fill('Text');
  await widget.dialog.getByLabel('Your email').fill('');
  await widget.dialog.getByRole('button', { name: 'Capture page' }).click();
  await expect(widget.dialog.getByRole('button', { name: 'Annotate' })).toBeVisible();
  await widget.send.click();
  await expect(widget.status).toHaveText('Sent. Thank you!');
  const [bug] = await waitForBugs(1);
  expect([bug?.title, bug?.severity, bug?.attachments.length]).toEqual(['bike kicks', 'medium', 1]);
});

test('opens above a modal dialog and works in sandboxed frames', async ({
  page,
  site,
  waitForBugs,
  problems,
}) => {
  // A frame without an origin may not even ask for its storage.
  problems.allow(/sandbox|storage|Access is denied/i);
  const frame = site.serve({ html: plainPage('<p>In a frame</p>'), options: 'data-position="top-left"' });
  const body = `<dialog id="own"><button id="report">Report</button><input id="field"></dialog>
    <iframe src="${frame}" sandbox="allow-scripts" width="800" height="600"></iframe>`;
  await page.goto(site.serve({ html: plainPage(body) }));
  const widget = widgetOf(page);
  await expect(widget.button).toBeVisible();
  await page.evaluate(() => {
    (document.querySelector('#own') as HTMLDialogElement).showModal();
    (document.querySelector('#report') as HTMLElement).onclick = () =>
      window.Skep.open({ title: 'From a dialog' });
  });
  await page.locator('#report').click();
  await expect(widget.dialog.getByLabel('What went wrong?')).toBeFocused();
  await expect(widget.dialog.getByLabel('What went wrong?')).toHaveValue('From a dialog');
  await widget.send.click();
  await expect(widget.status).toHaveText('Sent. Thank you!');
  await page.keyboard.press('Escape');
  await expect(widget.dialog).toHaveCount(0);
  await expect(page.locator('#report')).toBeFocused();
  await page.keyboard.press('Escape');

  const framed = page.frameLocator('iframe');
  await framed.locator('skep-widget button').first().click();
  await framed.locator('skep-widget dialog input').first().fill('From a frame');
  await framed.locator('skep-widget dialog button.main').click();
  await expect(framed.locator('skep-widget dialog .body')).toHaveText('Sent. Thank you!');
  const bugs = await waitForBugs(2);
  expect(bugs.map(({ title }) => title)).toEqual(['From a frame', 'From a dialog']);
});

test('without storage, a report is sent at once or fails, and its text can be copied', async ({
  page,
  site,
  waitForBugs,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await widget.open();
  await widget.write('Without storage', 'Text');
  await context.setOffline(true);
  await widget.send.click();
  await expect(widget.status).toContainText('The report could not be sent. No network connection.');
  await widget.dialog.getByRole('button', { name: 'Copy text' }).click();
  await expect(widget.dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Without storage\n\nText');
  await context.setOffline(false);
  await widget.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(widget.status).toHaveText('Sent. Thank you!');
  expect(await waitForBugs(1)).toHaveLength(1);
});

test('reports an invalid key or origin, and ignores spaces in a key', async ({
  page,
  site,
  service,
  project,
  account,
  waitForBugs,
}) => {
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await expect(widget.button).toBeVisible();
  const start = (key: string) => page.evaluate((given) => window.Skep.init({ key: given }), key);
  await start('sk_unknown');
  await widget.open();
  await expect(widget.dialog.getByRole('alert')).toHaveText('The API key of this widget is invalid.');
  await widget.write('Wrong key');
  await widget.send.click();
  await expect(widget.status).toContainText(
    'The report could not be sent. The API key of this widget is invalid.',
  );
  await start('sk_🐝');
  expect(await page.evaluate(() => window.Skep.report({ title: 'x' }))).toEqual({
    status: 'failed',
    reason: 'key',
  });
  await start(` ${project.api_key}\n`);
  expect(await page.evaluate(() => window.Skep.report({ title: 'Blanks' }))).toMatchObject({
    status: 'sent',
  });
  await waitForBugs(1);

  const path = { project_id: project.id };
  await account.api.PATCH('/api/v1/projects/{project_id}', {
    params: { path },
    body: { allowed_origins: ['https://shop.example.com'] },
  });
  // Keys and what belongs to them are known anew within a second.
  await expect
    .poll(() => page.evaluate(() => window.Skep.report({ title: 'Elsewhere' })), { timeout: 30_000 })
    .toEqual({ status: 'failed', reason: 'origin' });

  // The plan of this service does not ask for our name; others do.
  await page.route(`${service.url}/api/v1/widget/info`, (route) =>
    route.fulfill({
      json: { plan: 'free', powered_by_visible: true },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await widget.open();
  await expect(widget.dialog.getByRole('link', { name: 'Powered by Skep' })).toBeVisible();
});
