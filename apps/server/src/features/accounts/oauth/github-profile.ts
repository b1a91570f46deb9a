import { fetchByName } from '../../../names/look-up.ts';
import type { Profile } from './providers.ts';

/** The fields that GitHub's answer should have. They are `unknown` because nothing has checked them yet. */
interface GithubUser {
  id?: unknown;
  login?: unknown;
  name?: unknown;
}

interface GithubEmail {
  email?: unknown;
  primary?: unknown;
  verified?: unknown;
}

export async function readGithubProfile(githubUrl: string, accessToken: string): Promise<Profile> {
  const api = githubUrl === 'https://github.com' ? 'https://api.github.com' : `${githubUrl}/api/v3`;
  const user = await getJson<GithubUser>(`${api}/user`, accessToken);
  const emails = await getJson<GithubEmail[]>(`${api}/user/emails`, accessToken);
  // Without this check, all people without an id would share one account.
  if (!Number.isSafeInteger(user.id)) throw new Error('GitHub did not say who signed in');
  const email = emails.find(({ primary }) => primary === true) ?? emails[0];
  return {
    subject: String(user.id),
    email: textOrNull(email?.email),
    emailVerified: email?.verified === true,
    name: textOrNull(user.name) || textOrNull(user.login),
  };
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

async function getJson<T>(url: string, accessToken: string): Promise<T> {
  const response = await fetchByName(url, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'skep',
    },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} for ${new URL(url).pathname}`);
  return (await response.json()) as T;
}
