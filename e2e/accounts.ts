import { randomBytes, randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { linkIn } from '../apps/server/test/mail-server.ts';
import { type Client, createClient } from '../packages/client/src/index.ts';
import type { Service } from './service.ts';

/** A user with an account and a team, created through the API. */
export interface Account {
  email: string;
  password: string;
  name: string;
  id: number;
  teamId: number;
  token: string;
  /** API client of this user. */
  api: Client;
}

export const randomEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

/** A client IP address that no other test uses, because rate limits count by IP. */
export const randomIp = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

export async function signUp(url: string, values: { name?: string; email?: string } = {}): Promise<Account> {
  const { name = 'Ada Lovelace', email = randomEmail() } = values;
  const password = 'correct horse battery';
  const visitor = createClient({
    baseUrl: url,
    fetch: (request) => {
      request.headers.set('x-forwarded-for', randomIp());
      return fetch(request);
    },
  });
  const { access_token } = unwrap(
    await visitor.POST('/api/v1/auth/signup', { body: { email, password, name } }),
  );
  const api = createClient({ baseUrl: url, credential: { token: access_token } });
  const { id } = unwrap(await api.GET('/api/v1/me'));
  const { items } = unwrap(await api.GET('/api/v1/teams'));
  return { email, password, name, id, teamId: items[0]?.id ?? 0, token: access_token, api };
}

/** Verifies the user's email, which is required to invite others. */
export async function verifyEmail({ mailbox }: Service, { api, email }: Account): Promise<void> {
  const link = new URL(linkIn(await mailbox.verification(email)));
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  unwrap(await api.POST('/api/v1/me/email-verification/confirm', { body: { token } }));
}

/** Returns the data of a response, or throws its error. */
export function unwrap<Data>(response: { data?: Data; error?: { detail: string } | undefined }): Data {
  if (response.data === undefined) throw new Error(`Request failed: ${response.error?.detail}`);
  return response.data;
}

/** Stores the user's session in the browser, as after a login. */
export async function signInAs(page: Page, { token }: Account): Promise<void> {
  await page.goto('/health');
  await page.evaluate((value) => localStorage.setItem('skep.session', value), token);
}

/** Creates a project in the user's first team; `report` sends a report and returns the bug's id. */
export async function createProject({ api, teamId }: Account, name = 'Website') {
  const project = unwrap(await api.POST('/api/v1/projects', { body: { team_id: teamId, name } }));
  const sender = createClient({ baseUrl: api.connection.baseUrl, credential: { apiKey: project.api_key } });
  const report = async (values: { title?: string; description?: string; [field: string]: unknown } = {}) => {
    const body = { title: 'Checkout button does nothing', description: 'I press "Pay" and wait.', ...values };
    return unwrap(await sender.POST('/api/v1/bugs', { body })).id;
  };
  return { ...project, report };
}
