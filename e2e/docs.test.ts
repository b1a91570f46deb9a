import { expect, test } from './fixtures.ts';

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

  const call = async (method: string, path: string, body?: object) => {
    const operation = page
      .locator(`.opblock-${method}`)
      .filter({ has: page.locator(`[data-path="${path}"]`) });
    await operation.locator('.opblock-summary-control').click();
    if (body) {
      const editor = operation.locator('textarea.body-param__text');
      await editor.click();
      await editor.fill(JSON.stringify(body));
      await editor.blur();
    }
    await operation.getByRole('button', { name: 'Execute' }).click();
    const response = operation.locator('.live-responses-table .response');
    await expect(response).toBeVisible();
    return {
      status: await response.locator('.response-col_status').innerText(),
      text: await response.locator('.highlight-code pre').first().innerText(),
    };
  };

  const signup = await call('post', '/api/v1/auth/signup', {
    email: `newcomer-${Date.now()}@example.com`,
    password: 'correct horse battery',
  });
  expect(signup.status).toContain('201');

  const teams = await call('get', '/api/v1/teams');
  expect(teams.status).toContain('200');
  const project = await call('post', '/api/v1/projects', {
    team_id: JSON.parse(teams.text).items[0].id,
    name: 'Website',
  });
  expect(project.status).toContain('201');
  expect(JSON.parse(project.text).api_key).toMatch(/^sk_[0-9a-f]{40}$/);

  expect(foreign).toEqual([]);
});
