import type { SkepApi, SkepCapture, SkepLanguage, SkepOptions, SkepPrefill } from '../api.d.ts';
import type { Core, Parts, Settings } from '../core.ts';
import { capture, captured, listen, quietly, stopCapture, undo } from './capture.ts';
import { importPart } from './parts.ts';

const labels: Record<SkepLanguage, string> = {
  en: 'Report a bug',
  de: 'Fehler melden',
  fr: 'Signaler un bug',
  es: 'Informar de un error',
  pt: 'Relatar um erro',
  ja: 'バグを報告',
  zh: '反馈问题',
  ar: 'الإبلاغ عن خطأ',
};

function createButton({ theme, position, label, button: isWanted }: Settings, language: SkepLanguage) {
  const root = document
    .createElement('skep-widget')
    .attachShadow({ __proto__: null, mode: 'open' } as unknown as ShadowRootInit);
  const sheet = new CSSStyleSheet();
  // Page styles cannot override important host rules. The icon is a clip path, because a CSP may forbid images.
  sheet.replaceSync(
    `:host{all:initial!important;position:fixed!important;z-index:2147483647!important;color-scheme:${theme === 'dark' || theme === 'light' ? theme : 'light dark'}!important}` +
      '@media print{:host{display:none!important}}' +
      `:host>button{position:fixed;${position?.includes('top') ? 'top' : 'bottom'}:20px;${position?.includes('left') ? 'left' : 'right'}:20px;display:flex;gap:8px;align-items:center;` +
      'padding:12px 16px;border:0;border-radius:99px;font:600 14px/20px var(--skep-font,system-ui);' +
      'color:var(--skep-accent-text,light-dark(#fff,#1c1917));background:var(--skep-accent,light-dark(#b45309,#f59e0b));' +
      'box-shadow:0 2px 10px #0004;cursor:pointer}' +
      ':host>button:before{content:"";padding:8px;background:currentColor;clip-path:path("M2 1h12v10H8l-4 4v-4H2z")}',
  );
  root.adoptedStyleSheets = [sheet];

  const text = label || labels[language];
  const button = document.createElement('button');
  button.lang = language;
  button.onclick = () => open();
  button.onpointerenter = button.onfocus = prepare;
  /** Shows that the form is loading, or that loading failed. */
  const show = (state?: ' …' | '⚠') => {
    button.textContent = state === '⚠' ? `⚠ ${text} ↻` : text + (state || '');
  };
  show();
  if (!isOff(isWanted)) root.append(button);
  document.documentElement.append(root.host);
  return { root, show };
}

const isOff = (value: unknown) => value === false || value === 'off';

declare const __VERSION__: string;

/** A copy without a prototype, because the page may have polluted Object.prototype. */
const bare = (values?: object | null): any => ({ __proto__: null, ...values });

const parts: Record<string, Promise<any> | undefined> = bare();
const events = new EventTarget();

let button: ReturnType<typeof createButton> | undefined;
/** Number of the latest `open` or `close` call; earlier ones are obsolete. */
let latestCall = 0;
let failures = 0;

const core = bare({
  captured,
  version: __VERSION__,
  fetch: window.fetch?.bind(window),
  retyped: new WeakSet(),
  user: bare(),
  context: bare(),
  part(name: keyof Parts) {
    parts[name] ??= importPart(`${core.settings.baseUrl}/widget/${__VERSION__}/`, name, failures).catch(
      (error) => {
        failures++;
        parts[name] = undefined;
        throw error;
      },
    );
    return parts[name];
  },
  // dispatchEvent reports errors of listeners to the page and continues.
  emit: (name: string, detail: unknown) => events.dispatchEvent(new CustomEvent(name, bare({ detail }))),
  captures: (what: SkepCapture) => {
    const wanted = core.settings.capture;
    return Array.isArray(wanted) ? wanted.includes(what) : !isOff(wanted);
  },
}) as { -readonly [Name in keyof Core]: Core[Name] };

const prepare = () => {
  for (const name of ['form', 'sender', core.language] as const) core.part(name).catch(() => {});
};

async function open(values?: SkepPrefill): Promise<void> {
  if (!core.settings) return;
  const call = ++latestCall;
  button?.show(' …');
  try {
    prepare();
    const [form, { words }] = await Promise.all([core.part('form'), core.part(core.language)]);
    if (call !== latestCall) return;
    button?.show();
    form.open(core, words, values);
  } catch {
    if (call === latestCall) button?.show('⚠');
  }
}

function close(): void {
  latestCall++;
  button?.show();
  parts.form?.then(
    (form) => form.close(),
    () => {},
  );
}

function destroy(): void {
  close();
  stopCapture();
  button?.root.host.remove();
}

function init(options: SkepOptions): void {
  destroy();
  const settings: Settings = bare(options);
  core.settings = settings;
  // Accepts `DE` and `pt_BR`. The Chinese texts are simplified, so they are not used for traditional Chinese.
  core.language =
    [settings.language, document.documentElement.lang, ...navigator.languages]
      .map((tag: any) => /^(?!zh.(hant|tw|hk|mo))..(?![a-z])/i.exec(tag)?.[0].toLowerCase() as SkepLanguage)
      .find((tag) => labels[tag]) || 'en';
  capture(core.captures);
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) core.retyped?.add(target);
  });
  observer.observe(document, bare({ subtree: true, attributeFilter: ['type'] }));
  listen(
    'click',
    ({ target }) => settings.trigger && (target as Element).closest(settings.trigger) && open(),
  );
  button = createButton(settings, core.language);
  core.root = button.root;
  const resumeQueue = (): unknown =>
    localStorage['skep.kept'] &&
    core.part('sender').then(
      (sender) => sender.resume(core),
      () => {},
    );
  const timer = setTimeout(() => quietly(resumeQueue), 3000);
  undo.push(() => {
    clearTimeout(timer);
    observer.disconnect();
  });
}

/** The script tag, the module and the package share the first loaded widget. */
const page = window as any;
const name = Symbol.for('skep');
const own: SkepApi = {
  version: __VERSION__,
  init: (options) => quietly(() => init(options)),
  open,
  close,
  destroy: () => quietly(destroy),
  async report(report) {
    try {
      return await (await core.part('sender')).send(core, report);
    } catch {
      return { status: 'failed', reason: 'network' };
    }
  },
  setUser(user) {
    core.user = bare(user);
  },
  setContext(context) {
    core.context = bare(context && { ...core.context, ...context });
  },
  on(name, listener) {
    const listen = ({ detail }: any) => listener(detail);
    events.addEventListener(name, listen);
    return () => events.removeEventListener(name, listen);
  },
};

page[name] ??= own;

export const Skep: SkepApi = page[name];
