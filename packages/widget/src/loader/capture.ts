import type { SkepCapture } from '../api.d.ts';
import type { Captured } from '../core.ts';

const { apply } = Reflect;

type Look = (args: unknown[], result: unknown, self: unknown) => unknown;

let isLooking = false;

/** Runs what must neither fail nor call itself: what it looks at may be the page's code, which may call what is patched. */
export function quietly<T>(look: () => T): T | undefined {
  if (isLooking) return;
  isLooking = true;
  try {
    return look();
  } catch {
    // A failure of the widget is none of the page's business.
  } finally {
    isLooking = false;
  }
}

/** Lets `look` see every call of a function, and answer another result. Undoing it leaves a later patch of the page alone. */
function watch(target: any, name: string, look: Look): () => void {
  const original = target[name];
  let isWatched = true;
  try {
    const patched = new Proxy(original, {
      // Whatever the page has put on Object.prototype is no trap.
      __proto__: null,
      apply(fn: any, self: unknown, args: unknown[]) {
        const result = apply(fn, self, args);
        return (isWatched && quietly(() => look(args, result, self))) || result;
      },
    } as ProxyHandler<any>);
    target[name] = patched;
    return () => {
      isWatched = false;
      if (target[name] === patched) target[name] = original;
    };
  } catch {
    return () => {};
  }
}

export const captured: Captured = { console: [], requests: [], errors: [], clicks: [] };

/** What is to be done when the widget starts anew or leaves the page. */
export const undo: (() => void)[] = [];

export function capture(wants: (what: SkepCapture) => boolean): void {
  if (wants('console')) {
    for (const level of ['error', 'warn'])
      undo.push(
        watch(console, level, (args) =>
          note('console', 50, { level, text: args.map(describe).join(' ').slice(0, 500) }),
        ),
      );
  }
  if (wants('requests')) {
    undo.push(
      watch(window, 'fetch', ([input, init]: any[], result) => {
        const noteStatus = (status: number) =>
          quietly(() => noteRequest(init?.method || input?.method || 'GET', input?.url || input, status));
        // The page gets a promise that is as unhandled as the one that it would have got.
        return (
          result instanceof Promise &&
          result.then(
            (response) => {
              noteStatus(response.status);
              return response;
            },
            (error) => {
              if (error?.name !== 'AbortError') noteStatus(0);
              throw error;
            },
          )
        );
      }),
      watch(XMLHttpRequest.prototype, 'open', ([method, url]: any[], _result, self: any) => {
        for (const type of ['load', 'error', 'timeout'])
          self.addEventListener(type, () => quietly(() => noteRequest(method, url, self.status)));
      }),
    );
  }
  if (wants('errors')) {
    listen('error', ({ error, message, filename, lineno }: any) => {
      // An image that was not found is an event here too, without a message.
      if (message) noteError(error, `${message}\n    at ${filename}:${lineno}`);
    });
    listen('unhandledrejection', ({ reason }: any) => noteError(reason, describe(reason)));
  }
  if (wants('clicks')) {
    listen('click', (event) => {
      const [target] = event.composedPath() as [Element];
      if ((event.target as Element).localName !== 'skep-widget')
        note('clicks', 20, { selector: selectorOf(target) });
    });
  }
}

export function stopCapture(): void {
  for (const stop of undo.splice(0)) stop();
}

export function listen(type: string, look: (event: Event) => unknown): void {
  const listener = (event: Event) => quietly(() => look(event));
  addEventListener(type, listener, true);
  undo.push(() => removeEventListener(type, listener, true));
}

function note(list: keyof Captured, most: number, entry: object): void {
  const entries = captured[list] as object[];
  entries.push({ at: new Date().toISOString(), ...entry });
  if (entries.length > most) entries.shift();
}

function noteError(error: any, otherwise: string): void {
  // Not every browser begins a stack with the message.
  note('errors', 10, { text: error?.stack ? `${error}\n${error.stack}` : otherwise });
}

function noteRequest(method: string, url: string, status: number): void {
  if (!status || status >= 400)
    note('requests', 20, { method, status, url: new URL(url, document.baseURI).href });
}

/** One level deep: the page may log all that it has. */
function describe(value: any): string {
  try {
    if (!value || typeof value !== 'object' || value instanceof Error) return `${value}`;
    const top = Array.isArray(value) ? value.slice(0, 20) : value;
    return JSON.stringify(top, (key, inner) => (key && inner && typeof inner === 'object' ? '…' : inner));
  } catch {
    return '?';
  }
}

function selectorOf(element: Element): string {
  const names: string[] = [];
  for (let at: Element | null = element; at && names.length < 4; at = at.id ? null : at.parentElement)
    names.unshift(at.localName + (at.id && `#${at.id}`) + ['', ...at.classList].slice(0, 3).join('.'));
  return names.join(' > ');
}
