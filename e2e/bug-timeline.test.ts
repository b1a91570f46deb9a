import { unwrap } from './accounts.ts';
import { openBugPage, test } from './bug-view.ts';
import { expect } from './fixtures.ts';

test('changes made in a row are one line, which can be unfolded', async ({
  signedInPage: page,
  account: { api, teamId },
  reports,
}) => {
  const id = await reports.send();
  for (const name of ['ui', 'checkout', 'safari']) {
    const params = { path: { team_id: teamId } };
    const body = { name, color: '#2563EB' };
    const label = unwrap(await api.POST('/api/v1/teams/{team_id}/labels', { params, body }));
    const path = { bug_id: id, label_id: label.id };
    unwrap(await api.POST('/api/v1/bugs-admin/{bug_id}/labels/{label_id}', { params: { path } }));
  }
  const panel = await openBugPage(page, id);
  const entries = panel.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await expect(entries).toHaveText([/reported this/, /^Ada Lovelace added 3 labels/]);
  await expect(panel.getByText('added the label ui')).toBeHidden();
  const unfold = panel.getByRole('button', { name: 'Show 3 changes' });
  await unfold.focus();
  await page.keyboard.press('Enter');
  for (const name of ['ui', 'checkout', 'safari'])
    await expect(panel.getByText(`added the label ${name}`)).toBeVisible();
  await panel.getByRole('button', { name: 'Hide 3 changes' }).click();
  await expect(panel.getByText('added the label ui')).toBeHidden();

  await reports.comment(id, 'A comment ends the row.');
  await expect(panel.getByText('A comment ends the row.')).toBeVisible();
  for (const body of [
    { status: 'in_progress' as const },
    { severity: 'high' as const },
    { assignee_id: 'me' as const },
  ])
    unwrap(await api.PATCH('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id: id } }, body }));
  await expect(entries).toHaveText([
    /reported this/,
    /added 3 labels/,
    /A comment ends the row/,
    /^Ada Lovelace changed status, severity and assignee/,
  ]);
});

test('an anonymous reporter has no initials', async ({ signedInPage: page, reports }) => {
  const unknown = await openBugPage(page, await reports.send());
  const line = unknown.getByRole('listitem').filter({ hasText: 'Anonymous reported this' });
  await expect(line).toBeVisible();
  await expect(line.getByRole('img')).toHaveCount(0);
  await expect(unknown.getByRole('region', { name: 'Details' }).getByText('Anonymous')).toBeVisible();
  const known = await openBugPage(page, await reports.send({ reporter_email: 'mia@example.com' }));
  await expect(known.getByRole('listitem').getByRole('img', { name: 'mia' })).toBeVisible();
});
