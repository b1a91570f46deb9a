import type { LoadRequest } from '../wrk.ts';

export const list = '/api/v1/bugs-admin';

/** Makes requests of the user with this access token. */
export const requestsWith =
  (token: string) =>
  (path: string, method = 'GET', body?: object): LoadRequest => ({
    method,
    path,
    headers: { Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Sends a single request and reads its answer; one without success is thrown. */
export async function send(port: number, { method, path, headers, body }: LoadRequest): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** The statuses of a round alternate, and the next round has others, so that every request really changes its bug. */
export const statusesOf = (round: number) =>
  round % 2 === 0 ? ['in_progress', 'resolved'] : ['closed', 'open'];
