import { createProject } from './accounts.ts';
import { openBugPage, test } from './bug-view.ts';
import { expect, expectAccessible, expectNoViolation } from './fixtures.ts';

const text = `**Bold**, *italic*, \`code\` and [a link](https://example.com/)

- one
- two

> quoted

\`\`\`
const x = 1;
\`\`\`

<b>not bold</b> ![elsewhere](https://evil.example/x.png)`;

test('comments are formatted, and nothing in them is HTML or an image of another site', async ({
  signedInPage: desk,
  reports,
}) => {
  const id = await reports.send();
  await reports.comment(id, text);
  const panel = await openBugPage(desk, id);
  const comment = panel.locator('[data-markdown]');
  await expect(comment.locator('strong')).toHaveText('Bold');
  await expect(comment.locator('em')).toHaveText('italic');
  await expect(comment.locator('p > code')).toHaveText('code');
  await expect(comment.locator('pre')).toHaveText('const x = 1;\n');
  await expect(comment.getByRole('listitem')).toHaveText(['one', 'two']);
  await expect(comment.locator('blockquote')).toHaveText('quoted');
  await expect(comment.getByText('<b>not bold</b>')).toBeVisible();
  await expect(comment.locator('img')).toHaveCount(0);
  const link = comment.getByRole('link', { name: 'a link' });
  await expect(link).toHaveAttribute('href', 'https://example.com/');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectAccessible(desk);
});

test('a comment can be looked at before it is sent, and while it is edited', async ({
  signedInPage: desk,
  reports,
}) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  await expect(panel.getByRole('tab')).toHaveCount(0);
  await field.fill('**Bold** words');
  const preview = panel.getByRole('tabpanel', { name: 'Preview' });
  await panel.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview.locator('strong')).toHaveText('Bold');
  await expect(field).toBeHidden();
  await expectNoViolation(desk);
  await desk.keyboard.press('ArrowLeft');
  await expect(panel.getByRole('tab', { name: 'Write' })).toBeFocused();
  await expect(field).toHaveValue('**Bold** words');
  await desk.keyboard.press('ArrowRight');
  await expect(preview).toBeVisible();
  await desk.keyboard.press('c');
  await expect(field).toBeFocused();
  await panel.getByRole('tab', { name: 'Preview' }).click();
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(field).toBeVisible();
  await expect(field).toHaveValue('');
  const comment = panel.getByRole('listitem').filter({ hasText: 'Bold words' });
  await comment.getByRole('button', { name: 'Edit' }).click();
  await panel.getByRole('textbox', { name: 'Edit comment' }).fill('*Other* words');
  await panel.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview.locator('em')).toHaveText('Other');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.locator('[data-markdown] em')).toHaveText('Other');
});

test('numbers of bugs that one can see are links with their title, asked for at once', async ({
  signedInPage: desk,
  reports,
  createAccount,
}) => {
  const other = await reports.send({ title: 'Cart is empty' });
  const hidden = await (await createProject(await createAccount())).report({ title: 'Not yours' });
  const id = await reports.send();
  await reports.comment(id, `Like #${other}, unlike #${hidden} and #999999999.`);
  await reports.comment(id, `See **#${other}** and #${id}.`);
  const asked: string[] = [];
  desk.on('request', (request) => {
    if (request.url().includes('/bugs-admin/titles')) asked.push(request.url());
  });
  const panel = await openBugPage(desk, id);
  const links = panel.getByRole('link', { name: `#${other}` });
  await expect(links).toHaveCount(2);
  await expect(links.first()).toHaveAttribute('title', 'Cart is empty');
  await expect(panel.getByText(`unlike #${hidden} and #999999999.`)).toBeVisible();
  await expect(panel.getByRole('link', { name: `#${hidden}` })).toHaveCount(0);
  expect(asked).toHaveLength(1);
  await links.first().click();
  await expect(desk).toHaveURL(new RegExp(`/bugs/${other}$`));
});

test('a description is plain text until one asks for it formatted, which is remembered', async ({
  signedInPage: desk,
  reports,
}) => {
  const id = await reports.send({ description: 'It is **broken**, see https://example.com/' });
  const plain = await reports.send({ description: 'Nothing to format.' });
  const panel = await openBugPage(desk, id);
  await expect(panel.getByText('It is **broken**')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'https://example.com/' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  );
  const toggle = panel.getByRole('button', { name: 'Formatted' });
  await toggle.click();
  await expect(panel.locator('[data-markdown] strong')).toHaveText('broken');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await desk.reload();
  await expect(panel.locator('[data-markdown] strong')).toHaveText('broken');
  await toggle.click();
  await expect(panel.getByText('It is **broken**')).toBeVisible();
  const other = await openBugPage(desk, plain);
  await expect(other.getByText('Nothing to format.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Formatted' })).toHaveCount(0);
});
