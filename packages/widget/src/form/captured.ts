import type { SkepCapture } from '../api.d.ts';
import type { Core } from '../core.ts';
import type { Words } from '../languages/en.ts';
import { make } from './dom.ts';

/** Shows what goes along with a report. What is unticked is left out. */
export function createCaptured(core: Core, words: Words, without: Set<SkepCapture>): HTMLElement | null {
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
      // Exactly what would be sent, which the part that sends it knows.
      const { compose } = await core.part('sender');
      const { url, user_agent, extra = {} } = compose(core, {});
      const shown =
        kind === 'page'
          ? { url, user_agent, viewport: extra.viewport, language: extra.language }
          : extra[kind];
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
