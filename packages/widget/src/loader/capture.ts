import type { SkepCapture } from '../api.d.ts';
import type { Captured } from '../core.ts';

const { apply } = Reflect;

type Observe = (args: unknown[], result: unknown, self: unknown) => unknown;

let isObserving = false;

/** Runs `observe` without throwing or recursing: it may run the page's code, which may call a patched function. */
export function quietly<T>(observe: () => T): T | undefined {
  if (isObserving) return;
  isObserving = true;
  try {
    return observe();
  } catch {
    // Errors of the widget must not reach the page.
  } finally {
    isObserving = false;
  }
}

/** Calls `observe` after every call of a function; it may replace the result. Undo keeps a later patch by the page. */
function patch(target: any, name: string, observe: Observe): () => void {
  const original = target[name];
  let isActive = true;
  try {
    const patched = new Proxy(original, {
      // Protects against traps on a polluted Object.prototype.
      __proto__: null,
      apply(fn: any, self: unknown, args: unknown[]) {
        const result = apply(fn, self, args);
        return (isActive && quietly(() => observe(args, result, self))) || result;
      },
    } as ProxyHandler<any>);
    target[name] = patched;
    return () => {
      isActive = false;
      if (target[name] === patched) target[name] = original;
    };
  } catch {
    return () => {};
  }
}

export const captured: Captured = { console: [], requests: [], errors: [], clicks: [] };

/** Cleanup for a restart or removal of the widget. */
export const undo: (() => void)[] = [];

export function capture(wants: (what: SkepCapture) => boolean): void {
  if (wants('console')) {
    for (const level of ['error', 'warn'])
      undo.push(
        patch(console, level, (args) =>
          record('console', 50, { level, text: args.map(describe).join(' ').slice(0, 500) }),
        ),
      );
  }
  if (wants('requests')) {
    undo.push(
      patch(window, 'fetch', ([input, init]: any[], result) => {
        const recordStatus = (status: number) =>
          quietly(() => recordRequest(init?.method || input?.method || 'GET', input?.url || input, status));
        // Returns the derived promise, so that unhandled rejections are still reported to the page.
        return (
          result instanceof Promise &&
          result.then(
            (response) => {
              recordStatus(response.status);
              return response;
            },
            (error) => {
              if (error?.name !== 'AbortError') recordStatus(0);
              throw error;
            },
          )
        );
      }),
      patch(XMLHttpRequest.prototype, 'open', ([method, url]: any[], _result, self: any) => {
        for (const type of ['load', 'error', 'timeout'])
          self.addEventListener(type, () => quietly(() => recordRequest(method, url, self.status)));
      }),
    );
  }
  if (wants('errors')) {
    listen('error', ({ error, message, filename, lineno }: any) => {
      // Failed resources also fire error events, but without a message.
      if (message) recordError(error, `${message}\n    at ${filename}:${lineno}`);
    });
    listen('unhandledrejection', ({ reason }: any) => recordError(reason, describe(reason)));
  }
  if (wants('clicks')) {
    listen('click', (event) => {
      const [target] = event.composedPath() as [Element];
      if ((event.target as Element).localName !== 'skep-widget')
        record('clicks', 20, { selector: selectorOf(target) });
    });
  }
}

export function stopCapture(): void {
  for (const stop of undo.splice(0)) stop();
}

export function listen(type: string, observe: (event: Event) => unknown): void {
  const listener = (event: Event) => quietly(() => observe(event));
  addEventListener(type, listener, true);
  undo.push(() => removeEventListener(type, listener, true));
}

function record(list: keyof Captured, max: number, entry: object): void {
  const entries = captured[list] as object[];
  entries.push({ at: new Date().toISOString(), ...entry });
  if (entries.length > max) entries.shift();
}

function recordError(error: any, fallback: string): void {
  // Some browsers omit the message in the stack.
  record('errors', 10, { text: error?.stack ? `${error}\n${error.stack}` : fallback });
}

function recordRequest(method: string, url: string, status: number): void {
  if (!status || status >= 400)
    record('requests', 20, { method, status, url: new URL(url, document.baseURI).href });
}

/** One level deep, because the page may log large objects. */
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
