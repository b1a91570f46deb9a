import type { SkepApi, SkepCapture, SkepOptions } from '../src/api.d.ts';

/** The widget may load before or after this script. Earlier calls are queued in an array. */
const calls = window as unknown as { Skep?: SkepApi | unknown[] };
calls.Skep ??= [];
const skep = () => calls.Skep as SkepApi & { push(call: unknown[]): void };

const form = document.querySelector('form') as HTMLFormElement;
const modal = document.querySelector('dialog') as HTMLDialogElement;
const events = document.querySelector('#events') as HTMLElement;
const storageKey = 'skep-demo.key';

function readOptions(): SkepOptions {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  const options: Record<string, unknown> = {
    button: data.has('button'),
    screenshot: data.has('screenshot'),
    maskInputs: data.has('maskInputs'),
    capture: data.getAll('capture') as SkepCapture[],
    user: { email: text('email') },
    context: { page: 'demo' },
    fields: {
      severity: { hidden: data.has('hideSeverity') },
      more: data.has('moreFields')
        ? [
            {
              name: 'area',
              label: 'Area',
              type: 'select',
              options: ['Shop', 'Account', 'Search'],
              required: true,
            },
            { name: 'often', label: 'Happens every time', type: 'checkbox' },
          ]
        : [],
    },
  };
  for (const name of [
    'key',
    'environment',
    'appVersion',
    'language',
    'theme',
    'position',
    'label',
    'trigger',
    'mask',
  ])
    if (text(name)) options[name] = text(name);
  return options as unknown as SkepOptions;
}

function start(): void {
  const options = readOptions();
  localStorage.setItem(storageKey, options.key ?? '');
  const accent = new FormData(form).get('accent');
  if (accent !== '#b45309') document.documentElement.style.setProperty('--skep-accent', String(accent));
  skep().push(['init', options]);
}

const handlers: Record<string, () => void> = {
  log: () => console.error('Something went wrong', { order: 4711 }),
  throw: () => {
    throw new TypeError('cart is undefined');
  },
  reject: () => void Promise.reject(new Error('unhandled rejection')),
  request: () => void fetch('/api/v1/nothing?secret=1').catch(() => {}),
  report: () => void skep().push(['report', { title: 'Reported without the form', severity: 'low' }]),
  modal: () => modal.showModal(),
  open: () => void skep().push(['open']),
  close: () => modal.close(),
};

addEventListener('click', ({ target }) => {
  const name = (target as HTMLElement).dataset?.do;
  if (name) handlers[name]?.();
});
form.addEventListener('change', start);
form.addEventListener('submit', (event) => event.preventDefault());
for (const name of ['open', 'close', 'sent', 'queued', 'failed'])
  skep().push(['on', name, (detail: unknown) => events.append(`${name} ${JSON.stringify(detail) ?? ''}\n`)]);
(form.elements.namedItem('key') as HTMLInputElement).value =
  new URLSearchParams(location.search).get('key') ?? localStorage.getItem(storageKey) ?? '';
start();
