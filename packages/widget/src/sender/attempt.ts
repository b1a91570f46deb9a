import type { SkepResult } from '../api.d.ts';
import type { Item } from './sender.ts';

/** With `wait`, the rest is to be tried again, after so many milliseconds at the earliest. */
export interface Outcome extends SkepResult {
  wait?: number;
  offline?: boolean;
}

const longestTry = 30_000;

/** A refusal that another try may change. */
class TryLater {
  wait: number;
  constructor(wait: number) {
    this.wait = wait;
  }
}

/** Sends a report, then its image. The item remembers what is done. Never rejects. */
export async function attempt(item: Item, fetch: typeof globalThis.fetch): Promise<Outcome> {
  const call = async (url: string, method: string, headers: Record<string, string>, body: BodyInit) => {
    const response = await fetch(url, {
      __proto__: null,
      method,
      headers: Object.entries(headers),
      body,
      credentials: 'omit',
      // The browser finishes a small request after the page is gone.
      keepalive: typeof body === 'string' && body.length < 20_000 && item.tries === 0,
      signal: AbortSignal.timeout(longestTry),
    } as RequestInit);
    const { status } = response;
    if (status === 408 || status === 425 || status === 429 || status >= 500)
      throw new TryLater(waitAskedBy(response));
    return response;
  };
  const json = { 'content-type': 'application/json', 'x-api-key': item.key };

  try {
    // What is no key at all could not even be put into a header.
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
        const body = await withoutRefused(item.body, response);
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
    const asked = await call(
      `${item.baseUrl}/api/v1/bugs/${item.bug}/attachments`,
      'POST',
      // Without a token the answer to the report came from an older version of the service.
      item.uploadToken ? { ...json, 'x-upload-token': item.uploadToken } : json,
      describe(image),
    );
    // The image arrived in an earlier try whose answer was lost.
    if (asked.status === 409) return sent;
    if (!asked.ok) return { ...sent, screenshotLost: true };
    const { upload_url } = await asked.json();
    const { ok } = await call(upload_url, 'PUT', { 'content-type': type }, image);
    return ok ? sent : { ...sent, screenshotLost: true };
  } catch (error) {
    return { ...sent, ...retryOf(error) };
  }
}

const retryOf = (error: unknown) =>
  error instanceof TryLater ? { wait: error.wait } : { wait: 0, offline: true };

/** The report without the optional values that the service has refused, or null when it was refused for something else. */
async function withoutRefused(body: string, response: Response): Promise<string | null> {
  const report = JSON.parse(body);
  const answer = await response.json().catch(() => null);
  const refused: { field: string }[] =
    response.status === 413 ? [{ field: 'extra' }, { field: 'stack_trace' }] : (answer?.errors ?? []);
  const dropped = refused
    .map(({ field }) => `${field}`.split('.', 1)[0] as string)
    .filter((name) => name !== 'title' && name !== 'description' && Object.hasOwn(report, name));
  const why = answer?.detail ?? response.status;
  if (dropped.length === 0) {
    console.error(`Skep: the service did not accept the report: ${why}`);
    return null;
  }
  console.warn(`Skep: sent the report without ${dropped.join(', ')}: ${why}`);
  for (const name of dropped) delete report[name];
  return JSON.stringify(report);
}

const describe = ({ type, size }: Blob) =>
  JSON.stringify({ filename: `screenshot.${type.slice(6)}`, content_type: type, content_length: size });

function waitAskedBy({ headers }: Response): number {
  const asked = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now();
  return Math.min(Math.max(wait || 0, 0), 3_600_000);
}
