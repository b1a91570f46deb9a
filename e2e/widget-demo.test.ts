import { expect, test, widgetOf } from './widget.ts';

test('the demo page works with its strict CSP and every option', async ({
  page,
  service,
  project,
  waitForBugs,
  problems,
}) => {
  problems.allow(
    /cart is undefined|unhandled rejection|Something went wrong|404|Password field|data:image|img-src data/,
  );
  await page.goto(`${service.url}/demo?key=${project.api_key}`);
  const widget = widgetOf(page);
  await expect(widget.button).toHaveText('Report a bug');
  await page.getByLabel('Language').selectOption('de');
  await expect(widget.button).toHaveText('Fehler melden');
  await page.getByLabel('Theme').selectOption('dark');
  await page.getByLabel('Position').selectOption('top-left');
  await page.getByLabel('Custom fields').check();
  await expect.poll(() => widget.button.evaluate((element) => element.getBoundingClientRect().top)).toBe(20);
  for (const name of ['Log an error', 'Throw an error', 'Reject a promise', 'Send a failing request'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Open a modal dialog' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report a bug' }).click();
  await expect(widget.dialog).toBeVisible();
  await widget.write('Fehler in der Demo');
  await widget.dialog.getByLabel('Area').selectOption('Shop');
  await widget.dialog.getByRole('button', { name: 'Seite aufnehmen' }).click();
  await expect(widget.dialog.getByRole('button', { name: 'Bearbeiten' })).toBeVisible();
  await widget.send.click();
  await expect(widget.status).toHaveText('Gesendet. Vielen Dank!');
  await expect(page.locator('#events')).toContainText('sent {"status":"sent"');
  const [bug] = await waitForBugs(1);
  expect(bug).toMatchObject({
    environment: 'demo',
    extra: { area: 'Shop', often: false, context: { page: 'demo' } },
  });
  expect(bug?.attachments).toHaveLength(1);
});
