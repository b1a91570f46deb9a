import type { SkepCapture, SkepPayload, SkepReport } from '../api.d.ts';
import type { Core } from '../core.ts';

/** A report as somebody has written it, in the form or by script. */
export interface Draft extends Partial<SkepReport> {
  /** What the reporter does not want to send along. */
  without?: SkepCapture[];
}

/** The service takes 64 KiB. */
const mostExtra = 60_000;

/** Texts of the service are whole characters, and none of them is empty. */
const cut = (text: unknown, length: number): string =>
  `${text ?? ''}`.slice(0, length).toWellFormed().replaceAll('\0', '');

/** Adds to a draft what was captured and what the page has told about itself. */
export function compose(core: Core, draft: Draft): SkepPayload {
  const { settings, captured } = core;
  const user = { ...settings.user, ...core.user };
  const context = { ...settings.context, ...core.context };
  const has = (what: SkepCapture) => core.captures(what) && !draft.without?.includes(what);
  const title = cut(draft.title, 500).trim();
  const description = cut(draft.description, 10_000).trim();
  const errors = captured.errors.map(({ at, text }) => ({ at, text: cut(withoutEcho(text), 12_000) }));
  const stack = draft.stack ?? (has('errors') ? errors.at(-1)?.text : undefined);
  const extra: Record<string, unknown> = {
    ...copyOf(draft.extra),
    ...(Object.keys(context).length > 0 && { context: copyOf(context) }),
    ...(has('page') && {
      language: navigator.language,
      viewport: `${innerWidth}×${innerHeight} @${devicePixelRatio}`,
    }),
    ...(has('console') && filled('console', captured.console)),
    ...(has('requests') && filled('requests', captured.requests.map(cleanRequest))),
    ...(has('errors') && filled('errors', errors)),
    ...(has('clicks') && filled('clicks', captured.clicks)),
    widget: core.version,
  };
  return {
    title: title || cut(description.split('\n', 1)[0], 120) || 'Bug',
    description: description || title || 'Bug',
    severity: draft.severity || 'medium',
    environment: cut(settings.environment, 1_000) || null,
    app_version: cut(settings.appVersion, 1_000) || null,
    stack_trace: cut(stack, 12_000) || null,
    url: has('page') ? cut(cleanUrl(location.href, true), 8_000) : null,
    user_agent: has('page') ? cut(navigator.userAgent, 2_000) : '',
    reporter_email: cut(draft.email ?? user.email, 254).trim() || null,
    reporter_identifier: cut(user.id, 1_000) || null,
    extra: fit(extra),
  };
}

/** Most browsers begin a stack with the message, which stands before it already. */
const withoutEcho = (text: string) => text.replace(/^(.+)\n\1/s, '$1');

const filled = (name: string, list: object[]) => list.length > 0 && { [name]: [...list] };

/** What cannot be written as JSON is left out: a page may have put anything there. */
function copyOf(values: Record<string, unknown> | undefined): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(values ?? {}));
  } catch {
    return {};
  }
}

/** Leaves out the oldest of what was captured, and at last what the page has added, until the service takes the rest. */
function fit(extra: Record<string, unknown>): Record<string, unknown> {
  const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  while (sizeOf(extra) > mostExtra) {
    const largest = Object.keys(extra).reduce((one, other) =>
      sizeOf(extra[one]) < sizeOf(extra[other]) ? other : one,
    );
    const list = extra[largest];
    if (Array.isArray(list) && list.length > 1) list.shift();
    else delete extra[largest];
  }
  return extra;
}

const cleanRequest = ({ url, method, ...request }: Core['captured']['requests'][0]) => ({
  ...request,
  method: cut(method, 20).toUpperCase(),
  url: cleanUrl(url),
});

/** Addresses often hold what opens something: long tokens are cut wherever they stand, and the query with `keepQuery` only. */
function cleanUrl(url: string, keepQuery = false): string {
  const { origin, pathname, search, hash } = new URL(url);
  const path = (keepQuery ? pathname + search + hash : pathname).replace(
    /[\w~%.=+-]{24,}/g,
    (token) => `${token.slice(0, 6)}…`,
  );
  return keepQuery || origin !== location.origin ? origin + path : path;
}
