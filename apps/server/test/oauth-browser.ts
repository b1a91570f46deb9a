import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { TestNode } from './harness.ts';

/** The browser's state after the redirect to the provider. */
export interface StartedSignIn {
  /** The redirect target. */
  url: URL;
  /** As `name=value`. */
  cookie: string;
}

export async function startSignIn(node: TestNode, provider: string): Promise<StartedSignIn> {
  const answer = await node.anyone.get(`/api/v1/auth/oauth/${provider}/start`);
  const [cookie = ''] = answer.headers.get('set-cookie')?.split(';') ?? [];
  return { url: new URL(answer.headers.get('location') ?? ''), cookie };
}

/** Follows the provider's redirect back to us. */
export function followCallback(node: TestNode, callbackUrl: URL, cookie?: string): Promise<Answer> {
  return node.anyone.get(callbackUrl.pathname + callbackUrl.search, cookie ? { cookie } : {});
}

/** The access token at the end of a sign-in. */
export function tokenOf(node: TestNode, answer: Answer): string {
  const location = answer.headers.get('location') ?? '';
  expect(answer.status).toBe(302);
  expect(location).toMatch(/\/auth\/callback#access_token=[\w.-]+&token_type=bearer(&started_clean=true)?$/);
  expect(location.startsWith(`${node.context.config.baseUrl}/auth/callback#`)).toBe(true);
  return new URLSearchParams(new URL(location).hash.slice(1)).get('access_token') ?? '';
}

/** A client for the signed-in user. */
export const clientOf = (node: TestNode, answer: Answer) =>
  node.anyone.with({ authorization: `Bearer ${tokenOf(node, answer)}` });

/** The error code of a rejected sign-in. */
export function refusalOf(node: TestNode, answer: Answer): string {
  const [page, error = ''] = answer.headers.get('location')?.split('?error=') ?? [];
  expect({ status: answer.status, page }).toEqual({
    status: 302,
    page: `${node.context.config.baseUrl}/login`,
  });
  expect(error).toMatch(/^[a-z_]+$/);
  return error;
}

/** Whether any of the secrets was logged. */
export function logsHold(node: TestNode, secrets: string[]): boolean {
  const log = JSON.stringify(node.logs);
  return secrets.some((secret) => log.includes(secret));
}
