import type { SkepResult } from '../api.d.ts';
import type { Item } from './sender.ts';

/** With `wait`, the rest must be retried, after that many milliseconds at the earliest. */
export interface Outcome extends SkepResult {
  wait?: number;
  offline?: boolean;
}

const requestTimeoutMs = 30_000;

/** A response after which a retry may succeed. */
class RetryLater {
  wait: number;
  constructor(wait: number) {
    this.wait = wait;
  }
}

/** Sends a report, then its image, and records the progress in the item. Never rejects. */
export async function attempt(item: Item, fetch: typeof globalThis.fetch): Promise<Outcome> {
  const call = async (url: string, method: string, headers: Record<string, string>, body: BodyInit) => {
    const response = await fetch(url, {
      __proto__: null,
      method,
      headers: Object.entries(headers),
      body,
      credentials: 'omit',
      // The browser completes small keepalive requests after the page is closed.
      keepalive: typeof body === 'string' && body.length < 20_000 && item.tries === 0,
      signal: AbortSignal.timeout(requestTimeoutMs),
    } as RequestInit);
    const { status } = response;
    if (status === 408 || status === 425 || status === 429 || status >= 500)
      throw new RetryLater(retryAfterMs(response));
    return response;
  };
  const json = { 'content-type': 'application/json', 'x-api-key': item.key };

  try {
    // fetch would throw on an invalid header value.
    if (!/^[!-~]+$/.test(item.key)) return { status: 'failed', reason: 'key' };
    while (!item.bug) {
      const headers = { ...json, 'idempotency-key': item.id };
      const response = await call(`${item.baseUrl}/api/v1/bugs`, 'POST', headers, item.body);
      const { status } = response;
      if (response.ok) {
        const { id, upload_token } = await response.json();
        item.bug = id;
        item.uploadToken = upload_token;
      } else if (status === 401) return { status: 'failed', reason: 'key' };
      else if (status === 403) return { status: 'failed', reason: 'origin' };
      else {
        const body = await withoutRejectedFields(item.body, response);
        if (!body) return { status: 'failed', reason: 'invalid' };
        item.body = body;
      }
    }
  } catch (error) {
    return { status: 'queued', ...retryOf(error) };
  }

  const sent: Outcome = { status: 'sent', id: item.bug };
  const { image } = item;
  if (!image) return sent;
  try {
    const type = image.type;
    const created = await call(
      `${item.baseUrl}/api/v1/bugs/${item.bug}/attachments`,
      'POST',
      // Older versions of the service return no upload token.
      item.uploadToken ? { ...json, 'x-upload-token': item.uploadToken } : json,
      describe(image),
    );
    // The image was stored by an earlier attempt whose response was lost.
    if (created.status === 409) return sent;
    if (!created.ok) return { ...sent, screenshotLost: true };
    const { upload_url } = await created.json();
    const { ok } = await call(upload_url, 'PUT', { 'content-type': type }, image);
    return ok ? sent : { ...sent, screenshotLost: true };
  } catch (error) {
    return { ...sent, ...retryOf(error) };
  }
}

const retryOf = (error: unknown) =>
  error instanceof RetryLater ? { wait: error.wait } : { wait: 0, offline: true };

/** Removes the optional fields that the service rejected; null if it rejected the report for another reason. */
async function withoutRejectedFields(body: string, response: Response): Promise<string | null> {
  const report = JSON.parse(body);
  const problem = await response.json().catch(() => null);
  const rejected: { field: string }[] =
    response.status === 413 ? [{ field: 'extra' }, { field: 'stack_trace' }] : (problem?.errors ?? []);
  const dropped = rejected
    .map(({ field }) => `${field}`.split('.', 1)[0] as string)
    .filter((name) => name !== 'title' && name !== 'description' && Object.hasOwn(report, name));
  const reason = problem?.detail ?? response.status;
  if (dropped.length === 0) {
    console.error(`Skep: the server rejected the report: ${reason}`);
    return null;
  }
  console.warn(`Skep: the report is sent without ${dropped.join(', ')}: ${reason}`);
  for (const name of dropped) delete report[name];
  return JSON.stringify(report);
}

const describe = ({ type, size }: Blob) =>
  JSON.stringify({ filename: `screenshot.${type.slice(6)}`, content_type: type, content_length: size });

function retryAfterMs({ headers }: Response): number {
  const value = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Math.min(Math.max(wait || 0, 0), 3_600_000);
}
