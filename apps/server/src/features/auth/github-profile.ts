import type { Profile } from './oauth-providers.ts';

interface GithubUser {
  id: number;
  login: string;
  name: string | null;
}

interface GithubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

export async function readGithubProfile(githubUrl: string, accessToken: string): Promise<Profile> {
  const api = githubUrl === 'https://github.com' ? 'https://api.github.com' : `${githubUrl}/api/v3`;
  const user = await getJson<GithubUser>(`${api}/user`, accessToken);
  const emails = await getJson<GithubEmail[]>(`${api}/user/emails`, accessToken);
  const email = emails.find(({ primary }) => primary) ?? emails[0];
  return {
    subject: String(user.id),
    email: email?.email ?? null,
    emailVerified: email?.verified === true,
    name: user.name || user.login,
  };
}

async function getJson<T>(url: string, accessToken: string): Promise<T> {
  const response = await fetch(url, {
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
