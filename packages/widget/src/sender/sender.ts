import type { SkepPayload, SkepResult } from '../api.d.ts';
import type { Core } from '../core.ts';
import { attempt, type Outcome } from './attempt.ts';
import { compose, copyOf, type Draft } from './compose.ts';

export interface Item {
  /** Also the idempotency key. */
  id: string;
  at: number;
  due: number;
  tries: number;
  /** Failed because of the network: retried as soon as the browser is online again. */
  offline: boolean;
  baseUrl: string;
  key: string;
  body: string;
  image: Blob | null;
  /** The bug's id once the report is stored and only the image is missing; 0 before. */
  bug: number;
  /** Set with `bug`. Allows a retry to replace the upload of an earlier attempt. */
  uploadToken?: string;
}

const maxQueued = 30;
const maxAgeMs = 14 * 24 * 3_600_000;

let database: Promise<IDBDatabase> | undefined;

/** Fails within seconds if storage is blocked or does not respond; reports are then not saved. */
function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    setTimeout(reject, 3_000);
    const opening = indexedDB.open('skep', 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('reports', {
        __proto__: null,
        keyPath: 'id',
      } as IDBObjectStoreParameters);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const opened = opening.result;
      opened.onversionchange = opened.onclose = () => {
        opened.close();
        database = undefined;
      };
      resolve(opened);
    };
  }).catch((error) => {
    database = undefined;
    throw error;
  });
  return database;
}

/** Resolves when the transaction is on disk. */
async function run<T>(
  mode: IDBTransactionMode,
  createRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await openDatabase()).transaction('reports', mode);
  const request = createRequest(transaction.objectStore('reports'));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = reject;
  });
  return request.result;
}

async function readQueue(): Promise<Item[]> {
  const items: Item[] = await run('readonly', (store) => store.getAll());
  const old = items.filter(({ at }) => at < Date.now() - maxAgeMs);
  for (const { id } of old) await deleteItem(id);
  setQueueFlag(items.length - old.length);
  return items.filter((item) => !old.includes(item)).sort((one, other) => one.at - other.at);
}

async function saveItem(item: Item): Promise<void> {
  await run('readwrite', (store) => store.put(item));
  setQueueFlag(1);
}

async function deleteItem(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id));
  setQueueFlag(await run('readonly', (store) => store.count()));
}

function setQueueFlag(count: number): void {
  try {
    if (count > 0) localStorage.setItem('skep.kept', '1');
    else localStorage.removeItem('skep.kept');
  } catch {
    // Without the flag, the queue is sent when the form is next opened.
  }
}

export { compose, type Draft };

/** How long other tabs leave a report to the page that is sending it. */
const leaseMs = 90_000;

/** Saves and sends a report. Never rejects. */
export async function send(core: Core, given: Draft): Promise<SkepResult> {
  // The page may have polluted Object.prototype.
  const draft: Draft = Object.assign(Object.create(null), given);
  const result = await saveAndSend(core, draft).catch(
    (): SkepResult => ({ status: 'failed', reason: 'invalid' }),
  );
  if (result.status !== 'dropped') core.emit(result.status, result);
  return result;
}

async function saveAndSend(core: Core, draft: Draft): Promise<SkepResult> {
  if (![draft.title, draft.description].some((text) => `${text ?? ''}`.trim())) {
    console.error('Skep: a report requires a title or a description.');
    return { status: 'failed', reason: 'invalid' };
  }
  const payload = await runBeforeSend(core, compose(core, draft));
  if (!payload) return { status: 'dropped' };
  const { baseUrl, key } = core.settings;
  const item: Item = {
    id: newId(),
    at: Date.now(),
    due: Date.now() + leaseMs,
    tries: 0,
    offline: false,
    baseUrl: `${baseUrl}`.replace(/\/$/, ''),
    key: `${key ?? ''}`.replace(/\s/g, ''),
    body: JSON.stringify(copyOf(payload)),
    image: imageOf(draft),
    bug: 0,
  };
  let notSavedReason: SkepResult['reason'] | undefined = 'network';
  try {
    if ((await readQueue()).length >= maxQueued) notSavedReason = 'full';
    else {
      await saveItem(item);
      notSavedReason = undefined;
    }
  } catch {
    // Storage is blocked or full: the report is not retried after this page.
  }
  const outcome = await attempt(item, core.fetch);
  if (!notSavedReason)
    await settle(item, outcome)
      .then(() => void resume(core))
      .catch(() => {});
  else if (outcome.status === 'queued') return { status: 'failed', reason: notSavedReason };
  else if (outcome.wait !== undefined) outcome.screenshotLost = true;
  if (draft.screenshot && !item.image) outcome.screenshotLost = true;
  return resultOf(outcome);
}

function imageOf({ screenshot }: Draft): Blob | null {
  if (!screenshot) return null;
  // instanceof fails for a Blob of another window.
  const kind = Object.prototype.toString.call(screenshot);
  if (/Blob|File/.test(kind) && /^image\//.test(screenshot.type)) return screenshot;
  console.warn('Skep: the screenshot was not sent because it is not an image Blob.');
  return null;
}

/** If `beforeSend` throws, nothing is sent, because it may have removed private data. */
async function runBeforeSend({ settings }: Core, payload: SkepPayload): Promise<SkepPayload | null | false> {
  if (typeof settings.beforeSend !== 'function') return payload;
  try {
    return await settings.beforeSend(payload);
  } catch (error) {
    reportError(error);
    throw error;
  }
}

const resultOf = ({ wait, offline, ...result }: Outcome): SkepResult => result;

async function settle(item: Item, { wait, offline = false }: Outcome): Promise<void> {
  if (wait === undefined) await deleteItem(item.id);
  else {
    const pause = Math.min(2_000 * 2 ** item.tries, 600_000) * (0.5 + Math.random());
    await saveItem({ ...item, tries: item.tries + 1, offline, due: Date.now() + Math.max(wait, pause) });
  }
}

let timer: ReturnType<typeof setTimeout>;
let isListening = false;

export async function resume(core: Core, isBack = false): Promise<void> {
  if (!isListening) {
    isListening = true;
    addEventListener('online', () => resume(core, true));
    addEventListener('pageshow', () => resume(core, true));
  }
  try {
    const isDue = (item: Item) => item.due <= Date.now() || (isBack && item.offline);
    if ((await readQueue()).some(isDue)) await withTabLock(() => sendAll(core, isDue));
    const left = await readQueue();
    clearTimeout(timer);
    if (left.length === 0) return;
    const next = Math.min(...left.map(({ due }) => due)) - Date.now();
    timer = setTimeout(() => resume(core), Math.min(Math.max(next, 1_000), 600_000));
  } catch {
    // Storage and the queue in it are gone.
  }
}

async function sendAll(core: Core, isDue: (item: Item) => boolean): Promise<void> {
  for (const { id } of (await readQueue()).filter(isDue)) {
    // Another tab may have sent it in the meantime.
    const item = (await readQueue()).find((queued) => queued.id === id);
    if (!item || !isDue(item)) continue;
    await saveItem({ ...item, due: Date.now() + leaseMs });
    const outcome = await attempt(item, core.fetch);
    await settle(item, outcome);
    if (outcome.wait === undefined) core.emit(outcome.status as 'sent', resultOf(outcome));
    if (outcome.offline) return;
  }
}

/** Web Locks require a secure context. Without them, idempotency keys alone prevent duplicates. */
async function withTabLock(run: () => Promise<void>): Promise<void> {
  const options = { __proto__: null, ifAvailable: true } as LockOptions;
  if (navigator.locks) await navigator.locks.request('skep', options, (lock) => lock && run());
  else await run();
}

/** `crypto.randomUUID` requires a secure context. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
