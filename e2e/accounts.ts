import { randomBytes, randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { linkIn } from '../apps/server/test/mail-server.ts';
import { type Client, createClient } from '../packages/client/src/index.ts';
import type { Service } from './service.ts';

/** Somebody with an account and a first team, who signed up without a browser. */
export interface Account {
  email: string;
  password: string;
  name: string;
  id: number;
  teamId: number;
  token: string;
  /** The service in this person's name. */
  api: Client;
}

export const anEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

/** An address that nobody else in the run has: limits count by address. */
export const aClientAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

export async function signUp(url: string, values: { name?: string; email?: string } = {}): Promise<Account> {
  const { name = 'Ada Lovelace', email = anEmail() } = values;
  const password = 'correct horse battery';
  const visitor = createClient({
    baseUrl: url,
    fetch: (request) => {
      request.headers.set('x-forwarded-for', aClientAddress());
      return fetch(request);
    },
  });
  const { access_token } = got(
    await visitor.POST('/api/v1/auth/signup', { body: { email, password, name } }),
  );
  const api = createClient({ baseUrl: url, credential: { token: access_token } });
  const { id } = got(await api.GET('/api/v1/me'));
  const { items } = got(await api.GET('/api/v1/teams'));
  return { email, password, name, id, teamId: items[0]?.id ?? 0, token: access_token, api };
}

/** Verifies the email address of somebody who has signed up, who may then invite others. */
export async function verifyEmail({ mailbox }: Service, { api, email }: Account): Promise<void> {
  const link = new URL(linkIn(await mailbox.verification(email)));
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  got(await api.POST('/api/v1/me/email-verification/confirm', { body: { token } }));
}

/** The data of an answer that must have some. */
export function got<Data>(answer: { data?: Data; error?: { detail: string } | undefined }): Data {
  if (answer.data === undefined) throw new Error(`The service answered: ${answer.error?.detail}`);
  return answer.data;
}

/** Gives a page the session of somebody, as if they had logged in before. */
export async function signInAs(page: Page, { token }: Account): Promise<void> {
  await page.goto('/health');
  await page.evaluate((value) => localStorage.setItem('skep.session', value), token);
}

/** A project in the person's first team; `report` sends it a report and answers the bug's id. */
export async function aProject({ api, teamId }: Account, name = 'Website') {
  const project = got(await api.POST('/api/v1/projects', { body: { team_id: teamId, name } }));
  const sender = createClient({ baseUrl: api.connection.baseUrl, credential: { apiKey: project.api_key } });
  const report = async (values: { title?: string; description?: string; [field: string]: unknown } = {}) => {
    const body = { title: 'Checkout button does nothing', description: 'I press "Pay" and wait.', ...values };
    return got(await sender.POST('/api/v1/bugs', { body })).id;
  };
  return { ...project, report };
}
