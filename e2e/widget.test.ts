import { expectAccessible } from './fixtures.ts';
import { expect, plainPage, test, widgetOf } from './widget.ts';

test('a report arrives in the dashboard with captured data and screenshot', async ({
  page,
  site,
  waitForBugs,
  account,
  openBrowser,
  problems,
}) => {
  problems.allow(/cart is undefined|nobody waited|went wrong|404|Password field/);
  const body = `<button id="pay" class="big">Pay</button><p>Total: <b id="total">99</b></p>
    <input type="password" value="secret" autocomplete="off"><span class="iban">DE12</span>`;
  const options = 'data-mask=".iban" data-app-version="1.2.3" data-environment="staging"';
  await page.goto(`${site.serve({ html: plainPage(body), options })}?token=${'a1'.repeat(20)}`);
  const widget = widgetOf(page);
  await expect(widget.button).toHaveText('Report a bug');
  await page.evaluate(async () => {
    console.warn('went wrong', { order: 7, inner: { deep: 1 } });
    setTimeout(() => {
      throw new TypeError('cart is undefined');
    });
    Promise.reject(new Error('nobody waited'));
    await fetch(`/orders/${'b2'.repeat(20)}?card=4711`, { method: 'post' });
    const request = new XMLHttpRequest();
    request.open('GET', '/missing');
    request.send();
    await new Promise((resolve) => request.addEventListener('loadend', resolve));
  });
  await page.locator('#pay').click();
  await widget.open();
  // A heading, fields with labels, and the first of them has the focus.
  await expect(widget.dialog.getByLabel('What went wrong?')).toBeFocused();
  await widget.write('Paying does nothing', 'I pressed "Pay".');
  await widget.dialog.getByText('High').click();
  await widget.dialog.getByLabel('Your email').fill('ada@example.com');

  await widget.dialog.getByText('Included data: 5').click();
  await widget.dialog.getByText('Failed requests (2)').click();
  await expect(widget.dialog.locator('pre', { hasText: '/missing' })).toContainText(
    '404 POST /orders/b2b2b2…',
  );
  await widget.dialog.getByRole('checkbox', { name: 'Clicks (1)' }).uncheck();

  await widget.dialog.getByRole('button', { name: 'Capture page' }).click();
  await widget.dialog.getByRole('button', { name: 'Annotate' }).click();
  const canvas = widget.dialog.locator('.body canvas');
  const { x = 0, y = 0 } = (await canvas.boundingBox()) ?? {};
  await page.mouse.move(x + 200, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 300, y + 260, { steps: 3 });
  await page.mouse.up();
  await widget.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(widget.dialog.getByRole('img', { name: 'Screenshot' })).toBeVisible();
  await widget.send.click();
  await expect(widget.status).toHaveText('Sent. Thank you!');
  await widget.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(widget.dialog).toHaveCount(0);
  await expect(widget.button).toBeFocused();

  const [bug] = await waitForBugs(1);
  expect(bug).toMatchObject({
    title: 'Paying does nothing',
    description: 'I pressed "Pay".',
    severity: 'high',
    environment: 'staging',
    app_version: '1.2.3',
    reporter_email: 'ada@example.com',
    url: expect.stringContaining('/1?'),
    extra: {
      viewport: '1280×720 @1',
      console: [{ level: 'warn', text: 'went wrong {"order":7,"inner":"…"}' }],
      requests: [
        { method: 'POST', status: 404, url: '/orders/b2b2b2…' },
        { method: 'GET', status: 404, url: '/missing' },
      ],
    },
  });
  expect(bug?.url).not.toContain('a1'.repeat(10));
  const extra = bug?.extra as { clicks?: object; errors: { text: string }[] };
  expect(extra.clicks).toBeUndefined();
  expect(extra.errors.map(({ text }) => text.split('\n')[0]).sort()).toEqual([
    'Error: nobody waited',
    'TypeError: cart is undefined',
  ]);
  expect(bug?.attachments).toHaveLength(1);

  const dashboard = await openBrowser(account);
  await dashboard.goto(`/bugs/${bug?.id}`);
  const image = dashboard.locator('img[src*="/attachments/"]').first();
  await expect(image).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1280);
  // The masked text, the password and what was drawn are black; the page around them is not.
  const colours = await image.evaluate(async (element: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: element.naturalWidth, height: element.naturalHeight });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(await createImageBitmap(await (await fetch(element.src)).blob()), 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let black = 0;
    for (let at = 0; at < data.length; at += 4) if (!data[at] && !data[at + 1] && !data[at + 2]) black++;
    return { black, corner: [...context.getImageData(5, canvas.height - 5, 1, 1).data] };
  });
  expect(colours.corner).toEqual([255, 255, 255, 255]);
  // A password field alone has some three thousand pixels, the drawn box more than six thousand.
  expect(colours.black).toBeGreaterThan(9_000);
});

test('works with the keyboard, passes axe, and fits phones and right-to-left pages', async ({
  page,
  site,
  waitForBugs,
}) => {
  await page.goto(site.serve({ html: plainPage('<p>Text</p>'), options: 'data-language="ar"' }));
  const widget = widgetOf(page);
  await expect(widget.button).toHaveText('الإبلاغ عن خطأ');
  await widget.button.focus();
  await page.keyboard.press('Enter');
  await expect(widget.dialog).toHaveAttribute('dir', 'rtl');
  await page.keyboard.type('العنوان');
  await page.keyboard.press('Tab');
  await page.keyboard.type('الوصف');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await widget.dialog.locator('summary').first().click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(widget.dialog).toHaveCount(0);
  // What was written is still there.
  await page.keyboard.press('Enter');
  await expect(widget.dialog.locator('textarea').first()).toHaveValue('الوصف');
  await page.keyboard.press('Control+Enter');
  await expect(widget.status).toHaveText('تم الإرسال. شكرًا لك!');
  await expectAccessible(page);
  const [bug] = await waitForBugs(1);
  expect(bug).toMatchObject({ title: 'العنوان', description: 'الوصف', severity: 'high' });
  await page.keyboard.press('Enter');
  await expect(widget.dialog).toHaveCount(0);

  // All eight languages have their words.
  const buttons: string[] = [];
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh']) {
    await page.evaluate((wanted) => window.Skep.init({ key: 'sk_x', language: wanted }), language);
    await page.evaluate(() => window.Skep.open());
    await expect(widget.dialog).toHaveAttribute('lang', language);
    buttons.push((await widget.send.textContent()) ?? '');
    await page.evaluate(() => window.Skep.close());
    await expect(widget.dialog).toHaveCount(0);
  }
  expect(buttons).toEqual(['Send', 'Senden', 'Envoyer', 'Enviar', 'Enviar', '送信', '发送']);
});

test('the JavaScript API restarts, prefills, adds fields, reports, listens and removes the widget', async ({
  page,
  site,
  waitForBugs,
}) => {
  const before = `<script>
    const log = console.error, get = window.fetch;
    window.isUntouched = () => console.error === log && window.fetch === get;
    window.events = [];
    window.Skep = [['setUser', { email: 'ada@example.com', id: 7 }], ['on', 'sent', ({ status }) => events.push(status)]];
  </script>`;
  await page.goto(site.serve({ html: plainPage('<a class="help" href="#x">Help</a>', before) }));
  const widget = widgetOf(page);
  await expect(widget.button).toBeVisible();
  const displayModes = await page.evaluate(() => ({
    isPatched: !window.isUntouched(),
    name: console.error.name + window.fetch.name + window.fetch.length,
    text: String(window.fetch),
    keys: Object.keys(window).filter((key) => /skep/i.test(key)),
  }));
  expect(displayModes).toEqual({
    isPatched: true,
    name: 'errorfetch1',
    text: 'function () { [native code] }',
    keys: ['Skep'],
  });

  // The first start must not leave anything behind: neither what it asks before sending, nor its button.
  await page.evaluate(() => {
    window.Skep.init({ beforeSend: () => null, position: 'top-left', context: { old: 1 } });
    window.Skep.init({
      trigger: '.help',
      label: 'Help!',
      button: true,
      context: { shop: 'Vienna', circular: 1 },
      beforeSend: (report: { description: string }) => ({
        ...report,
        description: `${report.description} (checked)`,
      }),
      fields: {
        severity: { hidden: true, value: 'critical' },
        more: [
          { name: 'area', label: 'Area', type: 'select', options: ['Shop', 'Account'], required: true },
          { name: 'often', label: 'Every time', type: 'checkbox' },
        ],
      },
    });
  });
  await expect(page.locator('skep-widget')).toHaveCount(1);
  await expect(widget.button).toHaveText('Help!');
  await page.locator('.help').click();
  await expect(widget.dialog).toBeVisible();
  await expect(widget.dialog.getByLabel('Your email')).toHaveValue('ada@example.com');
  await expect(widget.dialog.getByText('Critical')).toHaveCount(0);
  await widget.write('With fields', 'Text');
  await widget.send.click();
  await expect(widget.dialog.locator('form')).toBeVisible();
  await widget.dialog.getByLabel('Area').selectOption('Account');
  await widget.dialog.getByLabel('Every time').check();
  await widget.send.click();
  await expect(widget.status).toHaveText('Sent. Thank you!');
  await page.evaluate(() => window.Skep.close());

  const results = await page.evaluate(async () => {
    const sent = await window.Skep.report({ title: 'By script', severity: 'low', extra: { n: 1 } });
    window.Skep.init({ beforeSend: () => null });
    const dropped = await window.Skep.report({ title: 'Dropped' });
    window.Skep.destroy();
    return {
      sent: sent.status,
      dropped: dropped.status,
      events: window.events,
      isUntouched: window.isUntouched(),
    };
  });
  expect(results).toEqual({ sent: 'sent', dropped: 'dropped', events: ['sent', 'sent'], isUntouched: true });
  await expect(page.locator('skep-widget')).toHaveCount(0);
  const bugs = await waitForBugs(2);
  expect(
    bugs.map(({ title, severity, description, reporter_identifier }) => [
      title,
      severity,
      description,
      reporter_identifier,
    ]),
  ).toEqual([
    ['By script', 'low', 'By script (checked)', '7'],
    ['With fields', 'critical', 'Text (checked)', '7'],
  ]);
  expect(bugs[1]?.extra).toMatchObject({ area: 'Account', often: true, context: { shop: 'Vienna' } });
});

test('captures at most fifty log lines, and nothing if capture is off', async ({
  page,
  site,
  waitForBugs,
  problems,
}) => {
  problems.allow(/^line |^huge/);
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await expect(widget.button).toBeVisible();
  const results = await page.evaluate(async () => {
    const log = console.error;
    for (let n = 0; n < 10_000; n++) log(`line ${n} ${'ü'.repeat(3_000)}`);
    // What is logged may itself log, throw, or be endless.
    const hostile = {
      get trap() {
        console.error('line in a line');
        throw new Error('no');
      },
    };
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    log('huge', hostile, endless, 10n, Symbol('x'));
    const first = await window.Skep.report({ title: 'Much', extra: { big: 'x'.repeat(50_000) } });
    window.Skep.init({ capture: 'off' });
    log('line unseen');
    const second = await window.Skep.report({ title: 'Nothing' });
    return [first.status, second.status];
  });
  expect(results).toEqual(['sent', 'sent']);
  const [nothing, much] = await waitForBugs(2);
  const lines = (much?.extra as unknown as { console: { text: string }[] } | undefined)?.console ?? [];
  expect(lines.at(-1)?.text).toBe('huge ? {"self":"…"} 10 ?');
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines.every(({ text }) => text.length <= 500)).toBe(true);
  expect(Object.keys(nothing?.extra as object)).toEqual(['widget']);
  expect([nothing?.url, nothing?.user_agent, nothing?.stack_trace]).toEqual([null, null, null]);
});

test('a screenshot of a page with the default colors matches the color scheme', async ({ page, site }) => {
  const corner = async (head: string) => {
    await page.goto(site.serve({ html: plainPage('', head) }));
    const widget = widgetOf(page);
    await widget.open();
    await widget.dialog.getByRole('button', { name: 'Capture page' }).click();
    return widget.dialog.getByRole('img', { name: 'Screenshot' }).evaluate((image: HTMLCanvasElement) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data];
    });
  };
  const [dark, light] = [
    [18, 18, 18, 255],
    [255, 255, 255, 255],
  ];
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await corner('<meta name="color-scheme" content="light dark">')).toEqual(dark);
  expect(await corner('<style>:root { color-scheme: light dark }</style>')).toEqual(dark);
  expect(await corner('<style>:root { color-scheme: light }</style>')).toEqual(light);
  expect(await corner('')).toEqual(light);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await corner('<meta name="color-scheme" content="light dark">')).toEqual(light);
  expect(await corner('<style>:root { color-scheme: dark }</style>')).toEqual(dark);
});
