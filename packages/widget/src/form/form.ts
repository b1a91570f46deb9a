import type { SkepCapture, SkepPrefill, SkepResult } from '../api.d.ts';
import type { Core } from '../core.ts';
import type { Words } from '../languages/en.ts';
import type { Draft } from '../sender/compose.ts';
import { button, css, make } from './dom.ts';
import { createCaptureList, createFields } from './fields.ts';
import { createScreenshot } from './screenshot.ts';

/** The view after sending: success or failure. */
function createResult(result: SkepResult, words: Words, draft: Draft, again: () => void) {
  const { status, reason, screenshotLost } = result;
  const isDone = status === 'sent' || status === 'queued';
  const text = isDone ? words[status] : `${words.failed} ${reason ? words[reason] : ''}`;
  const written = [draft.title, draft.description, draft.email].filter(Boolean).join('\n\n');
  const message = make('div', { className: 'body', role: 'status' });
  const copy = button(words.copy, () =>
    copyText(message, written).then(
      () => {
        copy.textContent = words.copied;
      },
      () => {},
    ),
  );
  const first = isDone ? button(words.close, close, 'main') : copy;
  const footer = make('footer', null, first, !isDone && button(words.again, again, 'main'));
  return {
    elements: [message, footer],
    /** Screen readers announce only what is added to an existing status element. */
    announce() {
      message.append(make('p', { className: isDone ? 'end' : 'end wrong' }, text));
      if (screenshotLost) message.append(make('p', null, words.pictureLost));
      if (!isDone) message.append(make('pre', { tabIndex: 0 }, written));
      first.focus();
    },
  };
}

/** The clipboard API requires a secure context; elsewhere the selection is copied. */
async function copyText(parent: HTMLElement, text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make('textarea', { value: text });
  parent.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

let dialog: HTMLDialogElement | undefined;
/** Restored when the form is closed without sending and opened again. */
let unsent: Draft | undefined;

export function close(): void {
  dialog?.close();
}

export function open(core: Core, words: Words, values?: SkepPrefill): void {
  if (dialog) return;
  const { root, settings } = core;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, 1), sheet];
  // Later captures are not shown to the user, so they are not sent.
  const snapshot: Core = Object.assign(Object.create(core), { captured: structuredClone(core.captured) });

  const shown = make('dialog', {
    lang: core.language,
    dir: core.language === 'ar' ? 'rtl' : 'ltr',
    ariaLabel: words.title,
  });
  dialog = shown;
  const { form, footer, notice } = renderDialog(shown, snapshot, words, { ...unsent, ...values });
  // Typing here must not trigger the page's shortcuts.
  for (const type of ['keydown', 'keyup', 'keypress', 'paste', 'focusin', 'input'])
    shown.addEventListener(type, (event) => event.stopPropagation());
  root.append(shown);
  shown.showModal();
  form.querySelector<HTMLElement>('input,textarea')?.focus();
  core.emit('open');
  fetchInfo(core).then(
    ({ powered_by_visible, problem }) => {
      if (problem) notice.textContent = words[problem];
      const link = { href: settings.baseUrl, target: '_blank', rel: 'noopener' };
      if (powered_by_visible) footer.prepend(make('a', link, words.powered));
    },
    () => {},
  );
}

function isSendKey({ key, ctrlKey, metaKey, isComposing, target }: KeyboardEvent): boolean {
  const isLine = (target as Element).matches('input:not([type=file],[type=checkbox],[type=radio])');
  return key === 'Enter' && !isComposing && (ctrlKey || metaKey || isLine);
}

function renderDialog(shown: HTMLDialogElement, core: Core, words: Words, draft: Draft) {
  const without = new Set<SkepCapture>(draft.without);
  const fields = createFields(core, words, draft);
  const screenshot = createScreenshot(core, words, shown, draft.screenshot);
  const { screenshot: setting } = core.settings;
  const isWithScreenshot = setting !== false && setting !== 'off';
  const notice = make('p', { className: 'wrong', role: 'alert' });
  const form = make(
    'form',
    { noValidate: true, onsubmit: (event) => event.preventDefault() },
    notice,
    ...fields.elements,
    isWithScreenshot && screenshot.element,
    createCaptureList(core, words, without),
  );
  const footer = make('footer', null);
  const sendButton = button(words.send, send, 'main');
  const heading = make('h2', null, words.title);
  const closeButton = button('×', close, 'x');
  closeButton.ariaLabel = words.close;

  const readDraft = (): Draft => ({
    ...fields.read(),
    without: [...without],
    ...(screenshot.image && { screenshot: screenshot.image }),
  });
  /** False while a report is being sent, which prevents sending it twice. */
  let isWriting = true;

  async function send(): Promise<void> {
    if (!isWriting || !form.reportValidity()) return;
    isWriting = false;
    sendButton.disabled = true;
    sendButton.textContent = words.sending;
    const written = readDraft();
    // The page may hide both fields.
    if (!written.title?.trim() && !written.description?.trim()) written.title = words.title;
    unsent = undefined;
    const result = await core
      .part('sender')
      .then((sender) => sender.send(core, written))
      .catch((): SkepResult => ({ status: 'failed', reason: 'network' }));
    const isDone = result.status === 'sent' || result.status === 'queued';
    if (!isDone) unsent = written;
    const view = createResult(result, words, written, () => {
      showForm();
      send();
    });
    shown.replaceChildren(makeHeader(), ...view.elements);
    view.announce();
  }

  const makeHeader = () => make('header', null, heading, closeButton);

  function showForm(): void {
    isWriting = true;
    sendButton.disabled = false;
    sendButton.textContent = words.send;
    shown.replaceChildren(makeHeader(), form, footer);
    footer.append(sendButton);
  }

  shown.onclose = () => {
    if (isWriting) unsent = readDraft();
    shown.remove();
    dialog = undefined;
    core.emit('close');
  };
  shown.onkeydown = (event) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (form.isConnected) send();
  };
  shown.onpaste = ({ clipboardData }) => {
    if (isWithScreenshot && form.isConnected) screenshot.take(clipboardData?.files);
  };
  showForm();
  return { form, footer, notice };
}

interface Info {
  powered_by_visible?: boolean;
  problem?: 'key' | 'origin' | undefined;
}

async function fetchInfo({ settings, fetch }: Core): Promise<Info> {
  const response = await fetch(`${settings.baseUrl}/api/v1/widget/info`, {
    __proto__: null,
    headers: [['x-api-key', `${settings.key}`.replace(/\s/g, '')]],
    credentials: 'omit',
  } as RequestInit);
  if (response.ok) return response.json();
  return { problem: response.status === 401 ? 'key' : response.status === 403 ? 'origin' : undefined };
}
