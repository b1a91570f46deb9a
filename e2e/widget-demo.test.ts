import { expect, test, widgetOf } from './widget.ts';

test('the page to play with works under its own strict policy, with every option', async ({
  page,
  service,
  project,
  waitForBugs,
  problems,
}) => {
  problems.allow(
    /cart is undefined|nobody waited|Something went wrong|404|Password field|data:image|img-src data/,
  );
  await page.goto(`${service.url}/demo?key=${project.api_key}`);
  const widget = widgetOf(page);
  await expect(widget.button).toHaveText('Report a bug');
  await page.getByLabel('Language').selectOption('de');
  await expect(widget.button).toHaveText('Fehler melden');
  await page.getByLabel('Theme').selectOption('dark');
  await page.getByLabel('Position').selectOption('top-left');
  await page.getByLabel('Further fields').check();
  await expect.poll(() => widget.button.evaluate((element) => element.getBoundingClientRect().top)).toBe(20);
  for (const name of ['Log an error', 'Throw', 'Reject a promise', 'Fail a request'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Open a modal dialog' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report a bug' }).click();
  await expect(widget.dialog).toBeVisible();
  await widget.write('Aus dem Spielplatz');
  await widget.dialog.getByLabel('Area').selectOption('Shop');
  await widget.dialog.getByRole('button', { name: 'Bild der Seite' }).click();
  await expect(widget.dialog.getByRole('button', { name: 'Zeichnen' })).toBeVisible();
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
