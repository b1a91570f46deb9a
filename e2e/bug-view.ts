import type { Page } from '@playwright/test';
import { createProject, unwrap } from './accounts.ts';
import { test as base, expect } from './fixtures.ts';

export interface Reports {
  /** Sends a report and returns the bug's id. */
  send(values?: Record<string, unknown>): Promise<number>;
  /** Sends this JSON verbatim. */
  sendText(json: string): Promise<number>;
  /** Sends a report with a screenshot; the default is a PNG of 3 × 2 pixels. */
  sendWithImage(values?: Record<string, unknown>, png?: Buffer): Promise<number>;
  /** Adds a comment of the signed-in user through the API. */
  comment(id: number, body: string): Promise<void>;
  /** Reads the bug through the API; undefined if it does not exist. */
  read(id: number): Promise<Record<string, unknown> | undefined>;
  similarTo(id: number): Promise<number[]>;
}

export const test = base.extend<{ reports: Reports }>({
  reports: async ({ account, baseURL }, use) => {
    const { api_key } = await createProject(account);
    const post = (path: string, body: string) =>
      fetch(`${baseURL}/api/v1${path}`, {
        method: 'POST',
        headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
        body,
      });
    const sendText = async (json: string): Promise<number> => {
      const response = await post('/bugs', json);
      const body = await response.json();
      expect(response.status, JSON.stringify(body)).toBe(201);
      return body.id;
    };
    const send = (values: Record<string, unknown> = {}) =>
      sendText(JSON.stringify({ ...defaultReport, ...values }));
    await use({
      send,
      sendText,
      async sendWithImage(values, png = image) {
        const id = await send(values);
        const metadata = { filename: 'screen.png', content_type: 'image/png', content_length: png.length };
        const { upload_url, headers } = await (
          await post(`/bugs/${id}/attachments`, JSON.stringify(metadata))
        ).json();
        const uploaded = await fetch(new URL(upload_url, baseURL), {
          method: 'PUT',
          headers,
          body: new Uint8Array(png),
        });
        expect(uploaded.ok).toBe(true);
        return id;
      },
      async comment(id, body) {
        const params = { path: { bug_id: id } };
        unwrap(await account.api.POST('/api/v1/bugs-admin/{bug_id}/comments', { params, body: { body } }));
      },
      async read(id) {
        return (await account.api.GET('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id: id } } }))
          .data;
      },
      async similarTo(id) {
        const params = { path: { bug_id: id } };
        const { items } = unwrap(await account.api.GET('/api/v1/bugs-admin/{bug_id}/similar', { params }));
        return items.map((item) => item.id);
      },
    });
  },
});

export const panelOf = (page: Page, id: number) => page.locator(`[data-bug-panel="${id}"]`);

/** Opens a bug by its URL and waits until it is loaded. */
export async function openBugPage(page: Page, id: number) {
  await page.goto(`/bugs/${id}`);
  const panel = panelOf(page, id);
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  return panel;
}

const defaultReport = { title: 'Checkout does nothing', description: 'I pressed “Pay”.' };

/** A PNG of 3 × 2 pixels. */
export const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mO4myYIQQxwFgBUjAf57ItotgAAAABJRU5ErkJggg==',
  'base64',
);
