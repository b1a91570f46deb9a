import type { SkepCapture, SkepExtraField, SkepField, SkepPrefill, SkepSeverity } from '../api.d.ts';
import type { Core } from '../core.ts';
import type { Words } from '../languages/en.ts';
import { make } from './dom.ts';

export function createCaptureList(core: Core, words: Words, without: Set<SkepCapture>): HTMLElement | null {
  const { captured } = core;
  const kinds = (['page', 'console', 'requests', 'errors', 'clicks'] as const).filter(
    (kind) => core.captures(kind) && (kind === 'page' || captured[kind].length > 0),
  );
  if (kinds.length === 0) return null;
  const rows = kinds.map((kind) => {
    const name = kind === 'page' ? words.browser : `${words[kind]} (${captured[kind].length})`;
    const box = make('input', { type: 'checkbox', checked: !without.has(kind), ariaLabel: name });
    box.onchange = () => {
      if (box.checked) without.delete(kind);
      else without.add(kind);
    };
    const text = make('pre', { tabIndex: 0 });
    const details = make('details', null, make('summary', null, name), text);
    details.ontoggle = async () => {
      // Shows exactly what would be sent.
      const { compose } = await core.part('sender');
      const { url, user_agent, extra = {} } = compose(core, {});
      const { viewport, language } = extra;
      const shown = kind === 'page' ? { url, user_agent, viewport, language } : extra[kind];
      text.textContent = Object.values(shown as object)
        .map(toLine)
        .join('\n');
    };
    return make('div', { className: 'kind' }, box, details);
  });
  return make('details', null, make('summary', null, `${words.along}: ${kinds.length}`), ...rows);
}

const toLine = (entry: string | Record<string, unknown>) =>
  typeof entry === 'string'
    ? entry
    : `${String(entry.at).slice(11, 19)} ${Object.values(entry).slice(1).join(' ')}`;

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const severities: SkepSeverity[] = ['low', 'medium', 'high', 'critical'];

/** A copy of the page's object without inherited properties. */
const own = <T extends object>(values: T | undefined): T => Object.assign(Object.create(null), values);

/** Creates the configured fields with values from the page or an earlier draft. */
export function createFields({ settings, user }: Core, words: Words, given: SkepPrefill) {
  const wanted = own(settings.fields);
  const elements: HTMLElement[] = [];
  const readers: ((values: SkepPrefill) => void)[] = [];
  const extra: Record<string, unknown> = { ...given.extra };

  const add = (label: string, input: Input, required: boolean | undefined) => {
    input.required = !!required;
    const isBox = input.type === 'checkbox';
    const name = [label, !required && !isBox && make('small', null, ` (${words.optional})`)] as const;
    elements.push(
      isBox ? make('label', { className: 'row' }, input, ...name) : make('label', null, ...name, input),
    );
  };

  const addText = (
    name: 'title' | 'description' | 'email',
    label: string,
    field: SkepField<string>,
    input: HTMLInputElement | HTMLTextAreaElement,
    isRequired: boolean,
  ) => {
    input.value = `${field.value ?? (name === 'email' ? { ...settings.user, ...user }.email : '') ?? ''}`;
    if (!input.validity.valid) {
      console.warn(`Skep: ignored ${name}: ${input.value} is not valid.`);
      input.value = '';
    }
    input.value = given[name] ?? input.value;
    readers.push((values) => {
      values[name] = input.value;
    });
    if (!field.hidden) add(label, input, field.required ?? isRequired);
  };

  const title = own(wanted.title);
  const description = own(wanted.description);
  addText('title', words.what, title, make('input', { maxLength: 500 }), true);
  addText('description', words.more, description, make('textarea', { maxLength: 10_000 }), !!title.hidden);

  const severity = own(wanted.severity);
  const chosen = [given.severity, severity.value, 'medium'].find((value) =>
    (severities as unknown[]).includes(value),
  );
  const levels = severities.map((value) =>
    make('input', { type: 'radio', name: 'severity', value, checked: value === chosen }),
  );
  readers.push((values) => {
    values.severity = levels.find(({ checked }) => checked)?.value as SkepSeverity;
  });
  if (!severity.hidden) {
    const choices = levels.map((level) => make('label', null, level, words[level.value as SkepSeverity]));
    const legend = make('legend', null, words.severity);
    elements.push(make('fieldset', null, legend, make('div', { className: 'levels' }, ...choices)));
  }

  for (const one of Array.isArray(wanted.more) ? wanted.more : []) {
    const field = own(one);
    const input = createExtraInput(field);
    const value = extra[field.name] ?? field.value ?? '';
    if (input.type === 'checkbox') (input as HTMLInputElement).checked = value === true || value === 'true';
    else input.value = `${value}`;
    readers.push(() => {
      extra[field.name] = input.type === 'checkbox' ? (input as HTMLInputElement).checked : input.value;
    });
    if (!field.hidden) add(field.label, input, field.required);
  }

  const email = make('input', { type: 'email', maxLength: 254, autocomplete: 'email' });
  // The service requires a dot in the domain; browsers do not.
  email.pattern = '^[^@]+@[^@]+[.][^@.]+$';
  addText('email', words.email, own(wanted.email), email, false);

  const read = () => {
    const values: SkepPrefill = { extra };
    for (const reader of readers) reader(values);
    return values;
  };
  return { elements, read };
}

function createExtraInput({ type = 'text', options = [] }: SkepExtraField): Input {
  if (type === 'textarea') return make('textarea', { maxLength: 5_000 });
  if (type === 'select')
    return make('select', null, ...['', ...options].map((text) => make('option', null, text)));
  return make('input', { type, maxLength: 1_000 });
}
