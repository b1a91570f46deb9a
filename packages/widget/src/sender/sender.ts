import type { SkepPayload, SkepResult } from '../api.d.ts';
import type { Core } from '../core.ts';
import { attempt, type Outcome } from './attempt.ts';
import { compose, copyOf, type Draft } from './compose.ts';

export interface Item {
  /** Also its idempotency key: however often it is sent, it is stored once. */
  id: string;
  at: number;
  due: number;
  tries: number;
  /** Whether it waits for the network alone, so that it is tried at once when that is back. */
  offline: boolean;
  baseUrl: string;
  key: string;
  body: string;
  image: Blob | null;
  /** The number of the bug once it is stored, and only the image is missing. Until then 0. */
  bug: number;
  /** Comes with `bug`. With it, a later try can replace the upload that an earlier one asked for. */
  uploadToken?: string;
}

const mostKept = 30;
const longestKept = 14 * 24 * 3_600_000;

let database: Promise<IDBDatabase> | undefined;

/** Where storage is blocked or does not answer, this fails within seconds, and nothing is kept. */
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

/** Settles when it is on disk. */
async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await openDatabase()).transaction('reports', mode);
  const request = ask(transaction.objectStore('reports'));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = reject;
  });
  return request.result;
}

async function readKept(): Promise<Item[]> {
  const items: Item[] = await run('readonly', (store) => store.getAll());
  const old = items.filter(({ at }) => at < Date.now() - longestKept);
  for (const { id } of old) await forget(id);
  noteWhetherKept(items.length - old.length);
  return items.filter((item) => !old.includes(item)).sort((one, other) => one.at - other.at);
}

async function keep(item: Item): Promise<void> {
  await run('readwrite', (store) => store.put(item));
  noteWhetherKept(1);
}

async function forget(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id));
  noteWhetherKept(await run('readonly', (store) => store.count()));
}

function noteWhetherKept(count: number): void {
  try {
    if (count > 0) localStorage.setItem('skep.kept', '1');
    else localStorage.removeItem('skep.kept');
  } catch {
    // What is kept is then sent when the form is next opened.
  }
}

export { compose, type Draft };

/** How long others leave a report alone that its own page is sending. */
const ownTurn = 90_000;

/** Keeps a report and sends it. Never rejects. */
export async function send(core: Core, given: Draft): Promise<SkepResult> {
  // Only what is the draft's own counts, whatever the page has put on Object.prototype.
  const draft: Draft = Object.assign(Object.create(null), given);
  const result = await keepAndSend(core, draft).catch(
    (): SkepResult => ({ status: 'failed', reason: 'invalid' }),
  );
  if (result.status !== 'dropped') core.emit(result.status, result);
  return result;
}

async function keepAndSend(core: Core, draft: Draft): Promise<SkepResult> {
  if (![draft.title, draft.description].some((text) => `${text ?? ''}`.trim())) {
    console.error('Skep: a report needs a title or a description.');
    return { status: 'failed', reason: 'invalid' };
  }
  const payload = await ask(core, compose(core, draft));
  if (!payload) return { status: 'dropped' };
  const { baseUrl, key } = core.settings;
  const item: Item = {
    id: newId(),
    at: Date.now(),
    due: Date.now() + ownTurn,
    tries: 0,
    offline: false,
    baseUrl: `${baseUrl}`.replace(/\/$/, ''),
    key: `${key ?? ''}`.replace(/\s/g, ''),
    body: JSON.stringify(copyOf(payload)),
    image: imageOf(draft),
    bug: 0,
  };
  let whyNotKept: SkepResult['reason'] | undefined = 'network';
  try {
    if ((await readKept()).length >= mostKept) whyNotKept = 'full';
    else {
      await keep(item);
      whyNotKept = undefined;
    }
  } catch {
    // Storage is blocked or full: it is sent now or never.
  }
  const outcome = await attempt(item, core.fetch);
  if (!whyNotKept)
    await settle(item, outcome)
      .then(() => void resume(core))
      .catch(() => {});
  else if (outcome.status === 'queued') return { status: 'failed', reason: whyNotKept };
  else if (outcome.wait !== undefined) outcome.screenshotLost = true;
  if (draft.screenshot && !item.image) outcome.screenshotLost = true;
  return resultOf(outcome);
}

function imageOf({ screenshot }: Draft): Blob | null {
  if (!screenshot) return null;
  // A blob of another window is no instance of this one's class.
  const kind = Object.prototype.toString.call(screenshot);
  if (/Blob|File/.test(kind) && /^image\//.test(screenshot.type)) return screenshot;
  console.warn('Skep: sent the report without its screenshot: it must be a Blob that holds an image.');
  return null;
}

/** Asks the page. When its code fails, nothing is sent that it might have taken out. */
async function ask({ settings }: Core, payload: SkepPayload): Promise<SkepPayload | null | false> {
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
  if (wait === undefined) await forget(item.id);
  else {
    const pause = Math.min(2_000 * 2 ** item.tries, 600_000) * (0.5 + Math.random());
    await keep({ ...item, tries: item.tries + 1, offline, due: Date.now() + Math.max(wait, pause) });
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
    if ((await readKept()).some(isDue)) await oneTabAtATime(() => sendAll(core, isDue));
    const left = await readKept();
    clearTimeout(timer);
    if (left.length === 0) return;
    const next = Math.min(...left.map(({ due }) => due)) - Date.now();
    timer = setTimeout(() => resume(core), Math.min(Math.max(next, 1_000), 600_000));
  } catch {
    // Storage is gone, and with it whatever was kept.
  }
}

async function sendAll(core: Core, isDue: (item: Item) => boolean): Promise<void> {
  for (const { id } of (await readKept()).filter(isDue)) {
    // Its own page, or another one before us, may have sent it meanwhile.
    const item = (await readKept()).find((kept) => kept.id === id);
    if (!item || !isDue(item)) continue;
    await keep({ ...item, due: Date.now() + ownTurn });
    const outcome = await attempt(item, core.fetch);
    await settle(item, outcome);
    if (outcome.wait === undefined) core.emit(outcome.status as 'sent', resultOf(outcome));
    if (outcome.offline) return;
  }
}

/** Where the page has no locks, because it is not served securely, idempotency keys alone keep reports from being stored twice. */
async function oneTabAtATime(run: () => Promise<void>): Promise<void> {
  const options = { __proto__: null, ifAvailable: true } as LockOptions;
  if (navigator.locks) await navigator.locks.request('skep', options, (lock) => lock && run());
  else await run();
}

/** `crypto.randomUUID` is missing on pages that are not served securely. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
