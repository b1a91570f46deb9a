import { createClient } from '@skep/client';
import { takeEarly } from '../opening/early.ts';
import { session } from './session.ts';

/** The service, in the name of whoever is signed in. */
export const api = createClient({ fetch: sendSignedIn });

/** The service, for whoever has not signed in yet. */
export const visitorApi = createClient();

/**
 * Sends a request with the access token. When the service no longer takes it, the request waits until the same person has
 * signed in again, and is then repeated: nothing was done the first time.
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
