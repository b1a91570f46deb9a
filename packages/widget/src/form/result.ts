import type { SkepResult } from '../api.d.ts';
import type { Words } from '../languages/en.ts';
import type { Draft } from '../sender/compose.ts';
import { button, make } from './dom.ts';

interface Ways {
  close(): void;
  again(): void;
}

/** Says what has become of a report, and nothing that is not known. */
export function createResult(result: SkepResult, words: Words, draft: Draft, { close, again }: Ways) {
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
    /** A screen reader reads what appears in a status, not what a status comes with. */
    announce() {
      message.append(make('p', { className: isDone ? 'end' : 'end wrong' }, text));
      if (screenshotLost) message.append(make('p', null, words.pictureLost));
      if (!isDone) message.append(make('pre', { tabIndex: 0 }, written));
      first.focus();
    },
  };
}

/** Pages that are not served securely have no clipboard, but can copy what is selected. */
async function copyText(place: HTMLElement, text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make('textarea', { value: text });
  place.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
