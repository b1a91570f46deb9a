import { expect, expectAccessible, test } from './fixtures.ts';

test('a newcomer signs up in the interactive docs, makes a project and gets its key', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(String(baseURL)))
      foreign.push(request.url());
  });

  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /Skep/ })).toBeVisible();

  const call = async (operationId: string, body?: object) => {
    const operation = page.locator(`#${operationId}`);
    await operation.locator('summary').click();
    if (body) await operation.getByLabel('Body').fill(JSON.stringify(body));
    await operation.getByRole('button', { name: 'Send' }).click();
    const response = operation.getByRole('status');
    await expect(response.locator('p')).toHaveText(/^\d{3}/);
    const text = response.getByLabel('Response body');
    await expect(text).toHaveText(/\}\s*$/);
    return { status: await response.locator('p').innerText(), text: await text.innerText() };
  };

  const signup = await call('signUp', {
    email: `newcomer-${Date.now()}@example.com`,
    password: 'correct horse battery',
  });
  expect(signup.status).toContain('201');
  await expect(page.getByLabel('Session token')).not.toHaveValue('');

  const teams = await call('listTeams');
  expect(teams.status).toContain('200');
  const project = await call('createProject', {
    team_id: JSON.parse(teams.text).items[0].id,
    name: 'Website',
  });
  expect(project.status).toContain('201');
  expect(JSON.parse(project.text).api_key).toMatch(/^sk_[0-9a-f]{40}$/);

  const filtered = page.locator('#listBugs');
  await filtered.locator('summary').click();
  await filtered.getByLabel(/^status/).fill('open, resolved');
  const [request] = await Promise.all([
    page.waitForRequest(/bugs-admin/),
    filtered.getByRole('button', { name: 'Send' }).click(),
  ]);
  expect(new URL(request.url()).searchParams.getAll('status')).toEqual(['open', 'resolved']);

  expect(foreign).toEqual([]);
});

test('the interactive docs pass axe with operations and types open', async ({ page }) => {
  await page.goto('/docs');
  for (const id of ['reportBug', 'listBugs', 'uploadImage', 'type-Bug'])
    await page.locator(`#${id} > summary`).click();
  await page.getByRole('link', { name: 'NewBug' }).first().click();
  await expect(page.locator('#type-NewBug')).toHaveAttribute('open');
  await expectAccessible(page);
});
