import { openBugPage, panelOf, test } from './bug-view.ts';
import { expect } from './fixtures.ts';

test('a comment is written, edited and deleted', async ({ signedInPage: desk, reports }) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  await desk.keyboard.press('c');
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  await expect(field).toBeFocused();
  await desk.keyboard.type('I see it too.');
  await desk.keyboard.press('Control+Enter');
  await expect(field).toHaveValue('');
  const comment = panel
    .getByRole('listitem')
    .filter({ hasText: 'Ada Lovelace' })
    .filter({ hasText: 'I see it too.' });
  await comment.getByRole('button', { name: 'Edit' }).click();
  const editor = panel.getByRole('textbox', { name: 'Edit comment' });
  await expect(editor).toBeFocused();
  await editor.fill('On second thought');
  await desk.keyboard.press('Control+Enter');
  const edited = panel.getByRole('listitem').filter({ hasText: 'On second thought' });
  await expect(edited.getByText('edited', { exact: true })).toBeVisible();
  await edited.getByRole('button', { name: 'Delete' }).click();
  await edited.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(edited).toBeHidden();
  await expect(panel.getByText('deleted a comment')).toBeVisible();
});

test('a sent comment is scrolled to and announced, however long the page is', async ({
  signedInPage: desk,
  reports,
}) => {
  const id = await reports.send({ description: 'A long story. '.repeat(700) });
  const panel = await openBugPage(desk, id);
  await expect(panel.getByText('reported this')).not.toBeInViewport();
  for (const text of ['I see it too.', 'And once more.']) {
    await panel.getByRole('textbox', { name: 'Comment', exact: true }).fill(text);
    await desk.keyboard.press('Control+Enter');
    const comment = panel.getByRole('listitem').filter({ hasText: text });
    await expect(comment.getByText('now')).toBeInViewport({ ratio: 1 });
    await expect(comment).toBeInViewport({ ratio: 1 });
    await expect(panel.getByRole('status').filter({ hasText: 'Comment sent' })).toBeAttached();
    await panel.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  }
});

test('while the last comment is edited, Save is in sight', async ({ signedInPage: desk, reports }) => {
  const id = await reports.send();
  for (let nth = 1; nth <= 12; nth++) await reports.comment(id, `Comment ${nth}.\nWith\nseveral\nlines.`);
  for (const width of [1280, 390]) {
    await desk.setViewportSize({ width, height: 800 });
    const panel = await openBugPage(desk, id);
    await panel
      .getByRole('listitem')
      .filter({ hasText: 'Comment 12.' })
      .getByRole('button', { name: 'Edit' })
      .click();
    const save = panel.getByRole('button', { name: 'Save' });
    await expect(save).toBeInViewport({ ratio: 1 });
    await panel.getByRole('textbox', { name: 'Edit comment' }).fill('Line\n'.repeat(12));
    await expect(save).toBeInViewport({ ratio: 1 });
    await panel.getByRole('button', { name: 'Cancel' }).click();
  }
});

test('what others write appears by itself', async ({ signedInPage: desk, reports }) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  await expect(panel.getByText('reported this')).toBeVisible();
  await reports.comment(id, 'From somewhere else');
  await expect(panel.getByText('From somewhere else')).toBeVisible();
});

test('a draft survives a reload, and belongs to its bug', async ({ signedInPage: desk, reports }) => {
  const [id, other] = [await reports.send(), await reports.send()];
  await (await openBugPage(desk, id)).getByRole('textbox', { name: 'Comment' }).fill('Half a thought');
  const elsewhere = await openBugPage(desk, other);
  await expect(elsewhere.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  await desk.reload();
  const again = await openBugPage(desk, id);
  const field = again.getByRole('textbox', { name: 'Comment' });
  await expect(field).toHaveValue('Half a thought');
  await again.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(
    again.getByRole('listitem').filter({ hasText: 'Half a thought' }).getByText('now'),
  ).toBeVisible();
  await desk.reload();
  await expect(again.getByRole('listitem').filter({ hasText: 'Half a thought' })).toBeVisible();
  await expect(field).toHaveValue('');
});

test('a comment that cannot be sent is still in the field', async ({
  signedInPage: desk,
  reports,
  problems,
}) => {
  problems.allow(/status of 500/);
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const address = `**/api/v1/bugs-admin/${id}/comments`;
  await desk.route(address, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { detail: 'Broken' } })
      : route.continue(),
  );
  const field = panel.getByRole('textbox', { name: 'Comment' });
  await field.fill('Do not lose me');
  await field.press('Control+Enter');
  await expect(panel.getByRole('alert')).toContainText('Broken');
  await expect(field).toHaveValue('Do not lose me');
  await desk.unroute(address);
  await field.press('Control+Enter');
  await expect(
    panel.getByRole('listitem').filter({ hasText: 'Do not lose me' }).getByText('now'),
  ).toBeVisible();
  await expect(field).toHaveValue('');
});

test('a long timeline begins at its newest end', async ({ signedInPage: desk, reports }) => {
  const id = await reports.send();
  for (let nth = 1; nth <= 55; nth++) await reports.comment(id, `Comment number ${nth}.`);
  const panel = await openBugPage(desk, id);
  await expect(panel.getByText('Comment number 55.')).toBeVisible();
  await expect(panel.getByText('Comment number 1.')).toBeHidden();
  await panel.getByRole('button', { name: /Show earlier/ }).click();
  await expect(panel.getByText('Comment number 1.')).toBeVisible();
  await expect(panel.getByText('reported this')).toBeVisible();
});

test('a comment that fails after one has gone on says so, and is in its field when one comes back', async ({
  signedInPage: desk,
  reports,
  problems,
}) => {
  problems.allow(/status of 500/);
  const [other, id] = [await reports.send(), await reports.send()];
  await desk.goto(`/?bug=${id}`);
  let fail = () => {};
  const mayFail = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await desk.route(`**/api/v1/bugs-admin/${id}/comments`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await mayFail;
    await route.fulfill({ status: 500, json: { detail: 'Broken' } });
  });
  const field = panelOf(desk, id).getByRole('textbox', { name: 'Comment' });
  await field.fill('Do not lose me');
  await field.press('Control+Enter');
  await field.press('Escape');
  await desk.locator(`[data-bug="${other}"]`).click();
  await expect(panelOf(desk, other)).toBeVisible();
  await desk.locator(`[data-bug="${id}"]`).click();
  await field.fill('Nor me');
  await field.press('Escape');
  await desk.locator(`[data-bug="${other}"]`).click();
  await expect(panelOf(desk, other)).toBeVisible();
  fail();
  await expect(desk.getByText(`Could not send the comment on #${id}: Broken`)).toBeVisible();
  await desk.locator(`[data-bug="${id}"]`).click();
  await expect(field).toHaveValue('Do not lose me\n\nNor me');
});
