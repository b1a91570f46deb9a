import type { Page } from '@playwright/test';
import { aProject, got } from './accounts.ts';
import { test as base, expect } from './fixtures.ts';

/** The ways to give somebody bugs to look at. */
export interface Reports {
  /** Sends a report, and returns its number. */
  send(values?: Record<string, unknown>): Promise<number>;
  /** Sends a report exactly so. */
  sendText(json: string): Promise<number>;
  /** Sends a report with a screenshot: a PNG, of three by two pixels unless another is given. */
  sendWithImage(values?: Record<string, unknown>, png?: Buffer): Promise<number>;
  /** Comments in the name of whoever is signed in, but from elsewhere. */
  comment(id: number, body: string): Promise<void>;
  /** The bug as the service has it; undefined when it has none. */
  read(id: number): Promise<Record<string, unknown> | undefined>;
  similarTo(id: number): Promise<number[]>;
}

export const test = base.extend<{ reports: Reports }>({
  reports: async ({ account, baseURL }, use) => {
    const { api_key } = await aProject(account);
    const post = (path: string, body: string) =>
      fetch(`${baseURL}/api/v1${path}`, {
        method: 'POST',
        headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
        body,
      });
    const sendText = async (json: string): Promise<number> => {
      const response = await post('/bugs', json);
      const answer = await response.json();
      expect(response.status, JSON.stringify(answer)).toBe(201);
      return answer.id;
    };
    const send = (values: Record<string, unknown> = {}) => sendText(JSON.stringify({ ...usual, ...values }));
    await use({
      send,
      sendText,
      async sendWithImage(values, png = image) {
        const id = await send(values);
        const declared = { filename: 'screen.png', content_type: 'image/png', content_length: png.length };
        const { upload_url, headers } = await (
          await post(`/bugs/${id}/attachments`, JSON.stringify(declared))
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
        got(await account.api.POST('/api/v1/bugs-admin/{bug_id}/comments', { params, body: { body } }));
      },
      async read(id) {
        return (await account.api.GET('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id: id } } }))
          .data;
      },
      async similarTo(id) {
        const params = { path: { bug_id: id } };
        const { items } = got(await account.api.GET('/api/v1/bugs-admin/{bug_id}/similar', { params }));
        return items.map((item) => item.id);
      },
    });
  },
});

export const panelOf = (page: Page, id: number) => page.locator(`[data-bug-panel="${id}"]`);

/** Opens a bug as a mailed link does, and waits until it is there. */
export async function openCold(page: Page, id: number) {
  await page.goto(`/bugs/${id}`);
  const panel = panelOf(page, id);
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  return panel;
}

const usual = { title: 'Checkout does nothing', description: 'I pressed “Pay”.' };

/** A PNG of three by two pixels. */
export const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mO4myYIQQxwFgBUjAf57ItotgAAAABJRU5ErkJggg==',
  'base64',
);
