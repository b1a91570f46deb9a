import { afterAll } from 'vitest';
import { anEmail } from './builders.ts';
import { type GithubPerson, startGithub } from './github-server.ts';
import { aBaseUrl, createDatabase, startNode } from './harness.ts';
import { followCallback, startSignIn } from './oauth-browser.ts';
import { type Claims, startOpenIdProvider } from './openid-provider.ts';

let people = 0;

/** A unique Google account. */
export const aSubject = () => `google-${++people}`;

export const verifiedClaims = (values: Claims = {}): Claims => ({
  email: anEmail(),
  email_verified: true,
  ...values,
});

/** A node with Google sign-in, and the fake Google. */
export async function startWithGoogle() {
  const { baseUrl, client } = await clientFor('google');
  const google = await startOpenIdProvider(client);
  const settings = {
    BASE_URL: baseUrl,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    GOOGLE_ISSUER: google.url,
  };
  const database = await createDatabase();
  const node = await startNode(database, settings);

  /** A sign-in ready for the callback. */
  async function agreed(subject = aSubject(), claims = verifiedClaims()) {
    const { url, cookie } = await startSignIn(node, 'google');
    return { cookie, callback: await google.agree(url, subject, claims) };
  }
  async function signIn(subject: string, claims: Claims) {
    const { callback, cookie } = await agreed(subject, claims);
    return followCallback(node, callback, cookie);
  }
  return { node, database, settings, client, google, agreed, signIn };
}

/** A GitHub user with a verified address. */
export function aGithubPerson(values: Partial<GithubPerson> & { email?: string } = {}): GithubPerson {
  const { email = anEmail(), ...rest } = values;
  const id = ++people;
  return { id, login: `bee-${id}`, emails: [{ email, primary: true, verified: true }], ...rest };
}

/** A node with GitHub sign-in, and the fake GitHub. */
export async function startWithGithub(more: Record<string, string> = {}) {
  const { baseUrl, client } = await clientFor('github');
  const github = await startGithub(client);
  afterAll(github.close);
  const settings = {
    BASE_URL: baseUrl,
    GITHUB_CLIENT_ID: client.clientId,
    GITHUB_CLIENT_SECRET: client.clientSecret,
    GITHUB_URL: github.url,
    ...more,
  };
  const database = await createDatabase();
  const node = await startNode(database, settings);

  async function agreed(person = aGithubPerson()) {
    const { url, cookie } = await startSignIn(node, 'github');
    return { cookie, callback: github.agree(url, person) };
  }
  async function signIn(person: GithubPerson) {
    const { callback, cookie } = await agreed(person);
    return followCallback(node, callback, cookie);
  }
  return { node, database, settings, client, github, agreed, signIn };
}

async function clientFor(provider: string) {
  const baseUrl = await aBaseUrl();
  const redirectUri = `${baseUrl}/api/v1/auth/oauth/${provider}/callback`;
  return { baseUrl, client: { clientId: 'skep', clientSecret: 'what only Skep knows', redirectUri } };
}
