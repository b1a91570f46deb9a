import type { Page } from '@playwright/test';
import type { GithubPerson } from '../apps/server/test/github-server.ts';

/** A user for the fake GitHub server. */
export const createGithubUser = (email: string): GithubPerson => ({
  id: Date.now(),
  login: 'grace',
  name: 'Grace',
  emails: [{ email, primary: true, verified: true }],
});

/** Replaces GitHub's consent page with the redirect that `decide` returns. */
export async function mockGithub(page: Page, decide: (url: URL) => URL): Promise<void> {
  await page.route('**/api/v1/auth/oauth/github/start', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    await route.fulfill({
      response,
      headers: { ...headers, location: decide(new URL(headers.location ?? '')).href },
    });
  });
}
