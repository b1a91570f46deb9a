import type { Page } from '@playwright/test';
import { createProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { hostileTexts } from './hostile-reports.ts';
import { patiently, startWebhookTarget } from './settings.ts';

/** What is wrong with a page that shows names: code, links to code, or boxes that leave their place. */
const findTrouble = (page: Page) =>
  page.evaluate(() => {
    const trouble: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth)
      trouble.push('the document is wider than the window');
    for (const part of document.body.querySelectorAll(
      'script[src^="//"], iframe, object, embed, style, base, meta, form[action], [onerror], [onload]',
    ))
      trouble.push(`<${part.localName}> in the page`);
    for (const link of document.querySelectorAll('a'))
      if (!/^https?:$/.test(link.protocol) || link.username) trouble.push(`a link to ${link.href}`);
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
    for (const element of document.querySelectorAll('main *, nav *, dialog *')) {
      const { right, left, width } = element.getBoundingClientRect();
      if (width === 0 || (right <= innerWidth + 1 && left >= -1)) continue;
      let holder = element.parentElement;
      while (holder && !clips(holder)) holder = holder.parentElement;
      if (!holder) trouble.push(`<${element.localName}> leaves the window`);
    }
    for (const element of document.querySelectorAll('main h1, main h2, dialog h2, main li > div'))
      if (element.getBoundingClientRect().height > 400) trouble.push(`<${element.localName}> is very high`);
    const body = document.querySelector('main > div:last-child');
    if (body && body.scrollWidth > body.clientWidth) trouble.push('the page scrolls sideways');
    return trouble;
  });

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

async function expectInPlace(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await findTrouble(page), `${what}, ${size.width} px`).toEqual([]);
  }
}

const cut = (text: string, length: number) => [...text].slice(0, length).join('').toWellFormed();

test('hostile names of projects, labels, keys, rules, webhooks, tokens and views stay text on every page', async ({
  signedInPage: page,
  account,
}) => {
  test.slow();
  page.on('dialog', (dialog) => expect(dialog.message(), 'no text may open a dialog').toBe(''));
  const { api, teamId: team_id } = account;
  const target = await startWebhookTarget();
  const project = await createProject(account);
  const inProject = { params: { path: { project_id: project.id } } };
  const inTeam = { params: { path: { team_id } } };
  let made = 0;
  const count = ({ ok }: { ok: boolean }) => {
    if (ok) made++;
  };
  for (const [nth, text] of hostileTexts.entries()) {
    // Some are refused, as names that nobody could see are; most are names like any other.
    count(
      await api.POST('/api/v1/teams/{team_id}/labels', {
        ...inTeam,
        body: { name: cut(text, 48), color: '#DC2626' },
      }),
    );
    if (nth % 4 === 0) {
      count(await api.POST('/api/v1/projects', { body: { team_id, name: cut(text, 200) } }));
      count(
        await api.POST('/api/v1/projects/{project_id}/api-keys', {
          ...inProject,
          body: { name: cut(text, 100) },
        }),
      );
      count(
        await api.POST('/api/v1/projects/{project_id}/blocklist', {
          ...inProject,
          body: { kind: 'keyword', value: cut(text, 200), reason: cut(text, 200) },
        }),
      );
      count(
        await api.POST('/api/v1/me/mcp-tokens', { body: { name: cut(text, 100), scopes: ['read:bugs'] } }),
      );
      const url = `${target.url}/${encodeURI(cut(text, 200))}`;
      count(
        await api.POST('/api/v1/projects/{project_id}/webhooks', {
          ...inProject,
          body: { url, events: ['bug.created'] },
        }),
      );
      count(
        await api.POST('/api/v1/teams/{team_id}/saved-views', {
          ...inTeam,
          body: { name: cut(text, 100), filters: { status: 'open' } },
        }),
      );
    }
  }
  expect(made).toBeGreaterThan(80);
  for (const path of [
    `/projects/${project.id}/settings`,
    `/projects/${project.id}/webhooks`,
    `/teams/${team_id}/labels`,
    `/teams/${team_id}/stats`,
    '/me/settings/mcp',
    '/projects/new',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').nth(1)).toBeVisible(patiently);
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0, patiently);
    await expectInPlace(page, path);
  }
  target.close();
});

/** One of each kind of attack: markup, turned text, marks, a word without end, another direction. */
const worst = [
  '<img src=x onerror=alert(1)>',
  '\u202eexe.gnp\u202c',
  `Z${'\u0300\u0321'.repeat(60)}`,
  'W'.repeat(150),
  'שלום עולם '.repeat(10),
];

test('hostile names of a project, a team and a member stay text in headings, questions and lists', async ({
  signedInPage: page,
  account,
}) => {
  test.slow();
  page.on('dialog', (dialog) => expect(dialog.message(), 'no text may open a dialog').toBe(''));
  const { api, teamId: team_id } = account;
  const project = await createProject(account);
  let made = 0;
  for (const text of worst) {
    const name = text.trim();
    const changes = [
      await api.PATCH('/api/v1/projects/{project_id}', {
        params: { path: { project_id: project.id } },
        body: { name, description: name },
      }),
      await api.PATCH('/api/v1/teams/{team_id}', { params: { path: { team_id } }, body: { name } }),
      await api.PATCH('/api/v1/me', { body: { name } }),
    ];
    made += changes.filter(({ ok }) => ok).length;
    await page.goto(`/projects/${project.id}/settings`);
    await page.getByRole('button', { name: 'Delete project…' }).click(patiently);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectInPlace(page, `the question about ${name}`);
    for (const path of [`/teams/${team_id}/settings`, `/teams/${team_id}/members`, '/me/settings']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').nth(1)).toBeVisible(patiently);
      await expectInPlace(page, `${path} of ${name}`);
    }
  }
  expect(made).toBeGreaterThan(10);
});
