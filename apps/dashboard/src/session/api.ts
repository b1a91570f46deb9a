import { createClient } from '@skep/client';
import { takeEarly } from '../opening/early.ts';
import { session } from './session.ts';

/** API client for the signed-in user. */
export const api = createClient({ fetch: sendSignedIn });

/** API client without a session. */
export const visitorApi = createClient();

/**
 * Sends a request with the access token. On 401, the request waits until the same user has
 * signed in again and is then repeated, which is safe because the server did nothing.
 */
async function sendSignedIn(request: Request): Promise<Response> {
  for (;;) {
    const token = await whenSignedIn(request.signal);
    const response = (await takeEarly(request, token)) ?? (await send(request, token));
    if (response.status !== 401) {
      session.confirm();
      return response;
    }
    session.refuse(token);
  }
}

function send(request: Request, token: string): Promise<Response> {
  const attempt = request.clone();
  attempt.headers.set('authorization', `Bearer ${token}`);
  return fetch(attempt);
}

function whenSignedIn(signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const check = () => {
    const state = session.get();
    if (state.kind === 'signed in') resolve(state.token);
  };
  const giveUp = () => reject(signal.reason);
  const unsubscribe = session.subscribe(check);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  check();
  return promise.finally(() => {
    unsubscribe();
    signal.removeEventListener('abort', giveUp);
  });
}
