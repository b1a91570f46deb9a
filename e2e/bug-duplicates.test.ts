import { openBugPage, panelOf, test } from './bug-view.ts';
import { expect } from './fixtures.ts';

test('a duplicate is found by its number, looked at before it is marked, and undone', async ({
  signedInPage: desk,
  reports,
}) => {
  const original = await reports.send({
    title: 'The original of them all',
    description: 'Look at me first.',
  });
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  await desk.keyboard.press('m');
  const dialog = desk.getByRole('dialog');
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill(`#${original}`);
  await expect(dialog.getByRole('region', { name: `Bug ${original}` })).toContainText('Look at me first.');
  await desk.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(panel.getByText(/^Duplicate of/)).toContainText(`#${original} The original of them all`);
  await desk.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByText(/^Duplicate of/)).toBeHidden();
  await expect.poll(async () => (await reports.read(id))?.duplicate_of_id).toBeNull();
});

test('similar bugs are offered, words find others, and the original lists its duplicates', async ({
  signedInPage: desk,
  reports,
}) => {
  const original = await reports.send({ title: 'Honeycomb exports every second line twice' });
  const id = await reports.send({ title: 'Honeycomb exports every second line twice again' });
  // A report of the last seconds may be missing among them.
  await expect.poll(() => reports.similarTo(id)).toContain(original);
  await openBugPage(desk, id);
  await desk.keyboard.press('m');
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByRole('option', { name: new RegExp(`${original}`) })).toBeVisible();
  await dialog.getByRole('combobox').fill('honeycomb exports');
  await dialog.getByRole('option', { name: new RegExp(`${original}`) }).click();
  await dialog.getByRole('button', { name: `Mark as duplicate of #${original}` }).click();
  await panelOf(desk, id)
    .getByRole('link', { name: new RegExp(`#${original}`) })
    .first()
    .click();
  const panel = panelOf(desk, original);
  await panel.getByRole('button', { name: '1 duplicate' }).click();
  await panel.getByRole('link', { name: new RegExp(`${id}`) }).click();
  await panelOf(desk, id).getByRole('button', { name: 'Unlink' }).click();
  await expect(panelOf(desk, id).getByText(/^Duplicate of/)).toBeHidden();
});
