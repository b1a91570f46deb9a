import type { SkepCapture, SkepPayload, SkepReport } from '../api.d.ts';
import type { Core } from '../core.ts';

const secretWords =
  'passw|passphrase|secret|token|credential|authorization|cookie|signature|api[-_]?key|access[-_]?key|private[-_]?key|' +
  'session[-_]?id|card[-_]?num|iban|(?<![a-z])(?:pwd|pin|otp|cvv|cvc|ssn|jwt|auth)(?![a-z])';

/** Names that are secret in a URL but harmless as object fields. */
const secretParameter = new RegExp(`${secretWords}|^(?:code|key|sig|sid|session|state)$`, 'i');

/** Matches `password: "…"` and `token=…`, also in JSON inside a string. Truncated text may lack the closing quote. */
const secretValue = new RegExp(
  `((?:${secretWords})[\\w-]{0,30}[\\\\"']{0,4}\\s{0,3}[:=]\\s{0,3})(?:(\\\\{0,3}["'])[^]*?(?:(?<!\\\\)\\2|$)|[^\\s"',;&)}\\]]+)`,
  'gi',
);

const scrub = (text: string): string =>
  text
    .replace(/\b(bearer|basic)\s+[\w~+/.=-]{8,}/gi, '$1 …')
    .replace(/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'eyJ…')
    .replace(secretValue, (_all, name: string, quote = '') => `${name}${quote}…${quote}`);

const scrubParameters = (text: string): string =>
  text.replace(/([^?&#;=]{1,100})=[^&#;]*/g, (all, name: string) =>
    secretParameter.test(decode(name)) ? `${name}=…` : all,
  );

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export interface Draft extends Partial<SkepReport> {
  without?: SkepCapture[];
}

/** The service accepts 64 KiB. */
const maxExtraBytes = 60_000;

/** The service accepts well-formed text without NUL. Values without a text form, such as symbols, become empty. */
function cut(text: unknown, length: number): string {
  try {
    return `${text ?? ''}`.slice(0, length).toWellFormed().replaceAll('\0', '');
  } catch {
    return '';
  }
}

export function compose(core: Core, draft: Draft): SkepPayload {
  const { settings, captured } = core;
  const user = { ...settings.user, ...core.user };
  const context = { ...settings.context, ...core.context };
  const has = (what: SkepCapture) => core.captures(what) && !draft.without?.includes(what);
  const title = cut(draft.title, 500).trim();
  const description = cut(draft.description, 10_000).trim();
  const errors = captured.errors.map(({ at, text }) => ({
    at,
    text: scrub(cut(withoutDuplicateMessage(text), 12_000)),
  }));
  const stack = draft.stack ?? (has('errors') ? errors.at(-1)?.text : undefined);
  const extra: Record<string, unknown> = {
    ...copyOf(draft.extra),
    ...(Object.keys(context).length > 0 && { context: copyOf(context) }),
    ...(has('page') && {
      language: navigator.language,
      viewport: `${innerWidth}×${innerHeight} @${devicePixelRatio}`,
    }),
    ...(has('console') && entriesOf('console', captured.console.map(cleanLine))),
    ...(has('requests') && entriesOf('requests', captured.requests.map(cleanRequest))),
    ...(has('errors') && entriesOf('errors', errors)),
    ...(has('clicks') && entriesOf('clicks', captured.clicks)),
    widget: core.version,
  };
  return {
    title: title || cut(description.split('\n', 1)[0], 120) || 'Bug',
    description: description || title || 'Bug',
    severity: draft.severity || 'medium',
    environment: cut(settings.environment, 1_000) || null,
    app_version: cut(settings.appVersion, 1_000) || null,
    stack_trace: scrub(cut(stack, 12_000)) || null,
    url: has('page') ? cut(cleanUrl(location.href, true), 8_000) : null,
    user_agent: has('page') ? cut(navigator.userAgent, 2_000) : '',
    reporter_email: cut(draft.email ?? user.email, 254).trim() || null,
    reporter_identifier: cut(user.id, 1_000) || null,
    extra: fit(extra),
  };
}

/** Removes a duplicate message: the loader prepends it, and most browsers start the stack with it too. */
function withoutDuplicateMessage(text: string): string {
  const [firstLine] = text.split('\n', 1);
  const echo = text.indexOf(`\n${firstLine}`) + 1;
  return echo && text.startsWith(text.slice(0, echo - 1), echo) ? text.slice(echo) : text;
}

const entriesOf = (name: string, list: object[]) => list.length > 0 && { [name]: [...list] };

/** A copy without values that cannot be serialized as JSON. */
export function copyOf(values: object | undefined): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(values ?? {})) {
    try {
      const json = JSON.stringify(values?.[name as keyof object]);
      if (json !== undefined) entries.push([name, JSON.parse(json)]);
    } catch (error) {
      console.warn(`Skep: omitted ${name}: ${error}`);
    }
  }
  return Object.fromEntries(entries);
}

/** Drops the oldest entries of the largest list, and finally whole values, until the size limit is met. */
function fit(extra: Record<string, unknown>): Record<string, unknown> {
  const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  while (sizeOf(extra) > maxExtraBytes) {
    const largest = Object.keys(extra).reduce((one, other) =>
      sizeOf(extra[one]) < sizeOf(extra[other]) ? other : one,
    );
    const list = extra[largest];
    if (Array.isArray(list) && list.length > 1) list.shift();
    else delete extra[largest];
  }
  return extra;
}

const cleanLine = ({ text, ...line }: Core['captured']['console'][0]) => ({ ...line, text: scrub(text) });

const cleanRequest = ({ url, method, ...request }: Core['captured']['requests'][0]) => ({
  ...request,
  method: cut(method, 20).toUpperCase(),
  url: cleanUrl(url),
});

/** Removes long tokens and secret parameters, because URLs often contain credentials. */
function cleanUrl(url: string, keepQuery = false): string {
  const { origin, pathname, search, hash } = new URL(url);
  const path = (keepQuery ? pathname + scrubParameters(search + hash) : pathname).replace(
    /[\w~%.=+-]{24,}/g,
    (token) => `${token.slice(0, 6)}…`,
  );
  return keepQuery || origin !== location.origin ? origin + path : path;
}
