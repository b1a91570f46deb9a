import { type Bug, expect, plainPage, test, widgetOf } from './widget.ts';

interface Sent {
  console?: { text: string }[];
  errors?: { text: string }[];
  context?: Record<string, unknown>;
}

const extraOf = (bug: Bug | undefined): Sent => (bug?.extra ?? {}) as Sent;

test('an invalid optional value is omitted, and the report arrives', async ({ page, site, waitForBugs }) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await expect(widget.button).toBeVisible();
  const statuses = await page.evaluate(async () => {
    const report = async (values: object) => (await window.Skep.report({ title: 'x', ...values })).status;
    window.Skep.setUser({ email: 'joe', id: Symbol('id') });
    const all = [await report({ severity: 'huge' })];
    window.Skep.setUser({ email: 'a@b', id: { toString: null } });
    const endless: Record<string, unknown> = { fine: 1 };
    endless.self = endless;
    all.push(await report({ extra: { endless, big: 10n, kept: 'yes' } }));
    let deep = {};
    for (let level = 0; level < 200; level++) deep = { deep };
    all.push(await report({ extra: { deep } }));
    const beforeSend = (made: object) => ({
      ...made,
      environment: 5,
      app_version: ['1'],
      url: 'a\0b',
      extra: { huge: 'x'.repeat(600_000) },
    });
    window.Skep.init({ beforeSend, environment: Symbol('x'), user: 'joe', context: 'text' });
    all.push(await report({}));
    return all;
  });
  expect(statuses).toEqual(['sent', 'sent', 'sent', 'sent']);
  const [last, , second, first] = await waitForBugs(4);
  expect(first).toMatchObject({ severity: 'medium', reporter_email: null, reporter_identifier: null });
  expect(second?.extra).toMatchObject({ kept: 'yes' });
  expect(last).toMatchObject({ environment: null, app_version: null, url: null, extra: null });
  expect(lines.join('\n')).toContain(
    'Skep: the report is sent without severity, reporter_email: severity: must be',
  );
  expect(lines.join('\n')).toContain('Skep: omitted endless');

  // What the page has set is no concern of the reporter, but an address that they have typed is.
  await page.evaluate(() => {
    window.Skep.init({ fields: { severity: { value: 'huge' }, more: {} } });
    window.Skep.setUser({ email: 'joe' });
  });
  await widget.open();
  const email = widget.dialog.getByLabel('Your email');
  await expect(email).toHaveValue('');
  await expect(widget.dialog.getByLabel('Medium')).toBeChecked();
  await widget.write('From the form');
  await email.fill('joe@localhost');
  await widget.send.click();
  await expect(email).toBeFocused();
  await email.fill('joe@example.com');
  await widget.send.click();
  await expect(widget.status).toHaveText('Sent. Thank you!');
  expect((await waitForBugs(5))[0]).toMatchObject({ reporter_email: 'joe@example.com', severity: 'medium' });
});

test('a screenshot that is not an image is omitted, and a report without text fails', async ({
  page,
  site,
  waitForBugs,
  problems,
}) => {
  problems.allow(/Skep: a report requires a title or a description/);
  await page.goto(site.serve({ html: plainPage() }));
  await expect(widgetOf(page).button).toBeVisible();
  const results = await page.evaluate(async () => {
    const { Skep } = window;
    return [
      await Skep.report({ title: 'With a picture', screenshot: 'data:image/png;base64,AAAA' }),
      await Skep.report({ description: 'Only this', screenshot: new Blob(['text'], { type: 'text/plain' }) }),
      await Skep.report(),
      await Skep.report({ title: ' ', severity: 'low' }),
      await Skep.report('text'),
    ];
  });
  const sent = { status: 'sent', id: expect.any(Number), screenshotLost: true };
  const failed = { status: 'failed', reason: 'invalid' };
  expect(results).toEqual([sent, sent, failed, failed, failed]);
  expect((await waitForBugs(2)).map(({ title }) => title)).toEqual(['Only this', 'With a picture']);
});

test('secrets in parameters, logged objects and errors are not sent', async ({
  page,
  site,
  waitForBugs,
  problems,
}) => {
  problems.allow(/logged|thrown/);
  const address = site.serve({ html: plainPage() });
  const query = 'q=shoes&password=hunter2&X-Api-Key=k3y&code=c0de&page=2';
  await page.goto(`${address}?${query}#access_token=t0ken&tab=1`);
  await expect(widgetOf(page).button).toBeVisible();
  await page.evaluate(async () => {
    console.error('logged', { user: 'ada', password: 'hunter2 "x" y', accessToken: 't0ken', pin: 1234 });
    console.error(
      'logged',
      'Authorization: Bearer abcdefgh.ijkl',
      JSON.stringify({ body: '{"secret":"s3cret one"}' }),
    );
    console.error('logged', { password: 'hunter2'.repeat(100) });
    setTimeout(() => {
      throw new Error('thrown with token=t0ken and author=ada');
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await window.Skep.report({ title: 'Secrets' });
  });
  const [bug] = await waitForBugs(1);
  expect(bug?.url).toContain('?q=shoes&password=…&X-Api-Key=…&code=…&page=2#access_token=…&tab=1');
  const { console: lines = [], errors = [] } = extraOf(bug);
  expect(lines.map(({ text }) => text)).toEqual([
    'logged {"user":"ada","password":"…","accessToken":"…","pin":…}',
    'logged Authorization: … … {"body":"{\\"secret\\":\\"…\\"}"}',
    'logged {"password":"…"',
  ]);
  expect(errors[0]?.text).toContain('thrown with token=… and author=ada');
  expect(JSON.stringify(bug)).not.toMatch(/hunter2|k3y|c0de|t0ken|s3cret|1234|abcdefgh/);
});

test('a long repetitive error is scrubbed without catastrophic backtracking', async ({
  page,
  site,
  waitForBugs,
  problems,
}) => {
  problems.allow(/^/);
  await page.goto(site.serve({ html: plainPage() }));
  await expect(widgetOf(page).button).toBeVisible();
  await page.evaluate(async () => {
    const text = `${'a\n'.repeat(1_000_000)}b`;
    setTimeout(() => {
      throw { toString: () => text, stack: 'c'.repeat(3_000_000) };
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await window.Skep.report({ title: 'Repeats' });
  });
  const [bug] = await waitForBugs(1);
  expect(extraOf(bug).errors?.[0]?.text).toHaveLength(12_000);
});

test('the script tag and the module share one button', async ({
  page,
  site,
  service,
  project,
  waitForBugs,
}) => {
  await page.goto(site.serve({ html: plainPage() }));
  await expect(widgetOf(page).button).toBeVisible();
  const status = await page.evaluate(
    async ([url, key]) => {
      const { Skep } = await import(`${url}/widget.mjs`);
      Skep.init({ key, label: 'From the module' });
      Skep.setUser({ id: 'ada' });
      return (await window.Skep.report({ title: 'By the tag' })).status;
    },
    [service.url, project.api_key],
  );
  expect(status).toBe('sent');
  await expect(page.locator('skep-widget')).toHaveCount(1);
  await expect(widgetOf(page).button).toHaveText('From the module');
  expect((await waitForBugs(1))[0]?.reporter_identifier).toBe('ada');
});

test('language tags are matched in any spelling', async ({ page, site }) => {
  await page.goto(site.serve({ html: plainPage(), options: 'data-language="DE"' }));
  const { button } = widgetOf(page);
  await expect(button).toHaveText('Fehler melden');
  const inLanguage = async (language: string) => {
    await page.evaluate((wanted) => window.Skep.init({ language: wanted }), language);
    return button.textContent();
  };
  expect(await inLanguage('pt_BR')).toBe('Relatar um erro');
  expect(await inLanguage('FR-ca')).toBe('Signaler un bug');
  expect(await inLanguage('zh-CN')).toBe('反馈问题');
  expect(await inLanguage('zh-Hans-HK')).toBe('反馈问题');
  // The traditional script is another one, and other languages begin with the same letters.
  for (const other of ['zh-TW', 'zh-Hant', 'arn', 'nl', 'constructor', ''])
    expect(await inLanguage(other)).toBe('Report a bug');
});

test('the form reports a site that is not allowed to send reports', async ({
  page,
  site,
  project,
  account,
}) => {
  await account.api.PATCH('/api/v1/projects/{project_id}', {
    params: { path: { project_id: project.id } },
    body: { allowed_origins: ['https://shop.example.com'] },
  });
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await widget.open();
  await expect(widget.dialog.getByRole('alert')).toHaveText('This site is not allowed to send reports.');
});

test('a file that is not an image is rejected with a message', async ({ page, site }) => {
  await page.goto(site.serve({ html: plainPage() }));
  const widget = widgetOf(page);
  await widget.open();
  const picker = widget.dialog.locator('input[type=file]');
  const sentence = widget.dialog.getByText('This file is not an image. Choose a PNG, JPEG or WebP file.');
  const refused = [
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
    { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
  ];
  for (const file of refused) {
    await picker.setInputFiles(file);
    await expect(sentence).toBeVisible();
    await expect(widget.dialog.getByRole('img')).toHaveCount(0);
  }
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await picker.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await expect(widget.dialog.getByRole('img', { name: 'Screenshot' })).toBeVisible();
  await expect(sentence).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('all touch targets are 44 pixels high', async ({ page, site, problems }) => {
    problems.allow(/logged/);
    const head = '<meta name="viewport" content="width=device-width">';
    await page.goto(site.serve({ html: plainPage('', head) }));
    const widget = widgetOf(page);
    await expect(widget.button).toBeVisible();
    await page.evaluate(() => console.error('logged'));
    await widget.open();
    await widget.dialog.locator('summary').first().click();
    const small = await page.locator('skep-widget').evaluate(({ shadowRoot }) => {
      const targets = shadowRoot?.querySelectorAll<HTMLElement>(
        'button,input,textarea,select,summary,.levels label',
      );
      return [...(targets ?? [])]
        .filter((target) => target.checkVisibility() && !target.closest('.levels label>input'))
        .map((target) => {
          const { width, height } = target.getBoundingClientRect();
          const { marginTop, marginBottom } = getComputedStyle(target);
          const isBox = target.matches('[type=checkbox]');
          const whole = height + (isBox ? Number.parseFloat(marginTop) + Number.parseFloat(marginBottom) : 0);
          return [target.localName, target.textContent, Math.round(width), Math.round(whole)] as const;
        })
        .filter(([, , width, height]) => height < 44 || width < 24);
    });
    expect(small).toEqual([]);
  });
});
