import type { SkepCapture, SkepPrefill, SkepResult } from '../api.d.ts';
import type { Core } from '../core.ts';
import type { Words } from '../languages/en.ts';
import type { Draft } from '../sender/compose.ts';
import { createCaptured } from './captured.ts';
import { button, make } from './dom.ts';
import { createFields } from './fields.ts';
import { createScreenshot } from './screenshot.ts';
import { css } from './style.ts';

let dialog: HTMLDialogElement | undefined;
/** What was written and not sent: whoever closes the form and opens it again finds it there. */
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
  // What happens from now on is not shown any more, so it is not sent either.
  const seen: Core = Object.assign(Object.create(core), { captured: structuredClone(core.captured) });

  const shown = make('dialog', {
    lang: core.language,
    dir: core.language === 'ar' ? 'rtl' : 'ltr',
    ariaLabel: words.title,
  });
  dialog = shown;
  const draft: Draft = { ...unsent, ...values };
  const without = new Set<SkepCapture>(draft.without);
  const fields = createFields(seen, words, draft);
  const screenshot = createScreenshot(seen, words, shown, draft.screenshot);
  const isWithScreenshot = settings.screenshot !== false && settings.screenshot !== 'off';
  const notice = make('p', { className: 'wrong', role: 'alert' });
  const form = make(
    'form',
    { noValidate: true, onsubmit: (event) => event.preventDefault() },
    notice,
    ...fields.elements,
    isWithScreenshot && screenshot.element,
    createCaptured(seen, words, without),
  );
  const footer = make('footer', null);
  const sendButton = button(words.send, send, 'main');
  const heading = make('h2', null, words.title);
  const closeButton = button('×', close, 'x');
  closeButton.ariaLabel = words.close;

  let isSettled = false;
  const readDraft = (): Draft => ({
    ...fields.read(),
    without: [...without],
    ...(screenshot.image && { screenshot: screenshot.image }),
  });

  async function send(): Promise<void> {
    if (sendButton.disabled || !form.reportValidity()) return;
    sendButton.disabled = true;
    sendButton.textContent = words.sending;
    unsent = readDraft();
    const sent = await core
      .part('sender')
      .then((sender) => sender.send(seen, unsent as Draft))
      .catch((): SkepResult => ({ status: 'failed', reason: 'network' }));
    isSettled = sent.status !== 'failed';
    if (isSettled) unsent = undefined;
    showResult(sent);
  }

  function showForm(): void {
    sendButton.disabled = false;
    sendButton.textContent = words.send;
    shown.replaceChildren(make('header', null, heading, closeButton), form, footer);
    footer.append(sendButton);
  }

  /** Says what has become of the report, and nothing that is not known. */
  function showResult({ status, reason, screenshotLost }: SkepResult): void {
    const isFailed = status === 'failed';
    const text = isFailed
      ? `${words.failed} ${words[reason ?? 'network']}`
      : status === 'queued'
        ? words.queued
        : words.sent;
    const done = button(words.close, close, isFailed ? '' : 'main');
    const again = button(
      words.again,
      () => {
        showForm();
        send();
      },
      'main',
    );
    const copy = button(words.copy, () =>
      copyText(shown, textOf(unsent ?? {})).then(
        () => {
          copy.textContent = words.copied;
        },
        () => {},
      ),
    );
    const message = make('main', { role: 'status' });
    const buttons = isFailed ? [copy, again] : [done];
    shown.replaceChildren(
      make('header', null, heading, closeButton),
      message,
      make('footer', null, ...buttons),
    );
    // A screen reader reads what appears in a status, not what it comes with.
    message.append(
      make('p', { className: isFailed ? 'end wrong' : 'end' }, text),
      screenshotLost ? make('p', null, words.pictureLost) : '',
      isFailed ? make('pre', { tabIndex: 0 }, textOf(unsent ?? {})) : '',
    );
    (isFailed ? copy : done).focus();
  }

  shown.onclose = () => {
    if (!isSettled) unsent = readDraft();
    shown.remove();
    dialog = undefined;
    core.emit('close');
  };
  shown.onkeydown = (event) => {
    if (
      event.key === 'Enter' &&
      (event.ctrlKey || event.metaKey || (event.target as Element).matches('input:not([type=file])'))
    ) {
      event.preventDefault();
      if (form.isConnected) send();
    }
  };
  shown.onpaste = ({ clipboardData }) => {
    if (isWithScreenshot && form.isConnected) screenshot.take(clipboardData?.files);
  };
  // What is typed here must not reach the page's shortcuts.
  for (const type of ['keydown', 'keyup', 'keypress', 'paste', 'focusin', 'input'])
    shown.addEventListener(type, (event) => event.stopPropagation());

  showForm();
  root.append(shown);
  shown.showModal();
  core.emit('open');
  askService(core).then(
    ({ powered_by_visible, isKeyWrong }) => {
      if (isKeyWrong) notice.textContent = words.key;
      if (powered_by_visible)
        footer.prepend(
          make('a', { href: settings.baseUrl, target: '_blank', rel: 'noopener' }, words.powered),
        );
    },
    () => {},
  );
}

/** Whether the key is known, and whether the plan asks for our name. What is not known changes nothing. */
async function askService({
  settings,
  fetch,
}: Core): Promise<{ powered_by_visible?: boolean; isKeyWrong?: boolean }> {
  const response = await fetch(`${settings.baseUrl}/api/v1/widget/info`, {
    __proto__: null,
    headers: [['x-api-key', `${settings.key}`.replace(/\s/g, '')]],
    credentials: 'omit',
  } as RequestInit);
  return response.ok ? response.json() : { isKeyWrong: response.status === 401 };
}

const textOf = ({ title, description, email }: Draft) =>
  [title, description, email].filter(Boolean).join('\n\n');

/** Pages that are not served securely have no clipboard, but can copy what is selected. */
async function copyText(shown: HTMLElement, text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make('textarea', { value: text });
  shown.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
