import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { type Account, createProject, unwrap } from './accounts.ts';
import { test as base, expect } from './fixtures.ts';

export { expect };

/** A third-party site with the widget on its pages. */
export interface Site {
  url: string;
  /** Serves a page and returns its URL. `{snippet}` is replaced by the documented script tag. */
  serve(page: SitePage): string;
}

export interface SitePage {
  html: string;
  /** Attributes of the script tag besides the key. */
  options?: string;
  headers?: Record<string, string>;
}

interface Fixtures {
  project: Awaited<ReturnType<typeof createProject>>;
  site: Site;
  /** Waits until the project has this many bugs and returns them, newest first. */
  waitForBugs: (count: number) => Promise<Bug[]>;
}

export type Bug = Awaited<ReturnType<typeof readBug>>;

async function readBug({ api }: Account, bug_id: number) {
  return unwrap(await api.GET('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id } } }));
}

/** Widget tests have a project to report to and a site on another origin. */
export const test = base.extend<Fixtures>({
  // A custom header would cause CORS preflight requests.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  extraHTTPHeaders: async ({}, use) => use({}),

  project: async ({ account }, use) => use(await createProject(account, 'Shop')),

  site: async ({ service, project }, use) => {
    const pages = new Map<string, SitePage>();
    const server = createServer(({ url = '/' }, response) => {
      const page = pages.get(url.split('?', 1)[0] as string);
      if (!page) return void response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
      const snippet = `<script src="${service.url}/widget.js" data-key="${project.api_key}" ${page.options ?? ''} crossorigin async></script>`;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
      response.end(
        page.html
          .replaceAll('{snippet}', snippet)
          .replaceAll('{service}', service.url)
          .replaceAll('{key}', project.api_key),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({
      url,
      serve(page) {
        const path = `/${pages.size + 1}`;
        pages.set(path, page);
        return url + path;
      },
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },

  waitForBugs: async ({ account, project }, use) =>
    use(async (count) => {
      const query = { project_id: project.id, limit: 100 };
      const read = async () =>
        unwrap(await account.api.GET('/api/v1/bugs-admin', { params: { query } })).items;
      await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBe(count);
      return Promise.all((await read()).map(({ id }) => readBug(account, id)));
    }),
});

export const plainPage = (body = '', head = '') =>
  `<!doctype html><html lang="en"><head><title>Shop</title>${head}{snippet}</head><body><main><h1>Shop</h1>${body}</main></body></html>`;

/** Page object of the widget. */
export function widgetOf(page: Page) {
  const button = page.locator('skep-widget > button, skep-widget button').first();
  const dialog = page.locator('skep-widget dialog');
  return {
    button,
    dialog,
    title: dialog.locator('input').first(),
    send: dialog.locator('button.main'),
    status: dialog.getByRole('status').last(),
    async open() {
      await button.click();
      await expect(dialog).toBeVisible();
    },
    async write(title: string, description = '') {
      await dialog.locator('input').first().fill(title);
      if (description) await dialog.locator('textarea').first().fill(description);
    },
  };
}

declare global {
  interface Window {
    // biome-ignore lint/suspicious/noExplicitAny: the tag's attributes supply missing options.
    Skep: any;
    events: string[];
    isUntouched(): boolean;
  }
}
