import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the inbox and waits until so many rows are there, and changes of others arrive. */
export async function openInbox(page: Page, rows: number, address = '/'): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('row')).toHaveCount(rows);
  await expect(page.locator('[data-state="live"]')).toBeAttached();
}

/** The row of the bug with this title. */
export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** The row that actions are about. */
export const cursor = (page: Page) => page.locator('[role="row"][data-cursor]');

/** A notification. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Types into the menu that is opening, once it has the focus: keys that come before are dropped. */
export async function typeInMenu(page: Page, text: string): Promise<void> {
  await expect(page.locator('[role=combobox]:focus')).toBeVisible();
  await page.keyboard.type(text);
}
