import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A longer timeout for pages that wait for a busy service. */
export const patiently = { timeout: 45_000 };

/** A section of a settings page, by its heading. */
export const section = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name, exact: true });

export const line = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('listitem').filter({ hasText: text });

/** Waits for the live stream. */
export async function waitUntilLive(page: Page): Promise<void> {
  await expect(page.locator('[data-state="live"]')).toBeAttached(patiently);
}

/** A webhook endpoint that records bodies and responds with `status`. */
export async function startWebhookTarget() {
  const bodies: string[] = [];
  const target = { status: 200, bodies, url: '', close: () => server.close() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(target.status).end('Thank you');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/skep`;
  return target;
}
