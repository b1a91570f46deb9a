import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the inbox and waits for the rows and for the live stream. */
export async function openInbox(page: Page, rows: number, url = '/'): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('row')).toHaveCount(rows);
  await expect(page.locator('[data-state="live"]')).toBeAttached();
}

export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** The focused row, which keyboard actions apply to. */
export const cursor = (page: Page) => page.locator('[role="row"][data-cursor]');

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Waits for the menu's focus before typing, because earlier keys are dropped. */
export async function typeInMenu(page: Page, text: string): Promise<void> {
  await expect(page.locator('[role=combobox]:focus')).toBeVisible();
  await page.keyboard.type(text);
}
