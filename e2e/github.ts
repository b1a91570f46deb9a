import type { Page } from '@playwright/test';
import type { GithubPerson } from '../apps/server/test/github-server.ts';

/** Somebody whom the GitHub of the journeys knows. */
export const aGithubPerson = (email: string): GithubPerson => ({
  id: Date.now(),
  login: 'grace',
  name: 'Grace',
  emails: [{ email, primary: true, verified: true }],
});

/** Instead of GitHub's own page, at which the person decides, comes what it redirects to afterwards. */
export async function atGithub(page: Page, decide: (url: URL) => URL): Promise<void> {
  await page.route('**/api/v1/auth/oauth/github/start', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    await route.fulfill({
      response,
      headers: { ...headers, location: decide(new URL(headers.location ?? '')).href },
    });
  });
}
