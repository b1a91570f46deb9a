/** A report that is on its way. */
export interface Item {
  /** Also its idempotency key: however often it is sent, it is stored once. */
  id: string;
  /** When it was written. */
  at: number;
  /** When it is next to be tried, and how often it has been. */
  due: number;
  tries: number;
  /** Whether it waits for the network alone, so that it is tried at once when that is back. */
  offline: boolean;
  baseUrl: string;
  key: string;
  body: string;
  image: Blob | null;
  /** The number of the bug, once it is stored; then only the image is missing. Until then 0. */
  bug: number;
  /** Comes with `bug`. With it, a later try can replace the upload that an earlier one asked for. */
  uploadToken?: string;
}

export const mostKept = 30;
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

/** One transaction with one request; settled when it is on disk. */
async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await openDatabase()).transaction('reports', mode);
  const request = ask(transaction.objectStore('reports'));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = reject;
  });
  return request.result;
}

export async function readKept(): Promise<Item[]> {
  const items: Item[] = await run('readonly', (store) => store.getAll());
  const old = items.filter(({ at }) => at < Date.now() - longestKept);
  for (const { id } of old) await forget(id);
  noteWhetherKept(items.length - old.length);
  return items.filter((item) => !old.includes(item)).sort((one, other) => one.at - other.at);
}

export async function keep(item: Item): Promise<void> {
  await run('readwrite', (store) => store.put(item));
  noteWhetherKept(1);
}

export async function forget(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id));
  noteWhetherKept(await run('readonly', (store) => store.count()));
}

/** Tells the loader on later pages whether it is worth loading the sender. */
function noteWhetherKept(count: number): void {
  try {
    if (count > 0) localStorage.setItem('skep.kept', '1');
    else localStorage.removeItem('skep.kept');
  } catch {
    // What is kept is then sent when the form is next opened.
  }
}
