import { toasts } from '../../components/toasts.ts';
import { drafts } from './drafts.ts';

/** A failed comment: its text and the reason. */
type TakeBack = (body: string, why: string) => void;

/** Keyed by bug and kept outside of components: the user may leave and return before the response arrives. */
const onTheWay = new Map<string, readonly string[]>();
const composers = new Map<string, TakeBack>();

const joined = (texts: readonly string[]): string => texts.filter(Boolean).join('\n\n');

/** A comment being sent has its own draft, so that neither new input nor a reload can lose it. */
const sentFrom = (place: string): string => `${place}.sent`;

function keepOnTheWay(place: string, texts: readonly string[]): void {
  if (texts.length > 0) onTheWay.set(place, texts);
  else onTheWay.delete(place);
  drafts.write(sentFrom(place), joined(texts));
}

/** Prepends text to a draft. */
function putBack(place: string, body: string): void {
  drafts.write(place, joined([body, drafts.read(place)]));
}

/** Initial draft. Includes a comment that was still being sent when the page was closed. */
export function takeUp(place: string): string {
  if (!onTheWay.has(place)) {
    putBack(place, drafts.read(sentFrom(place)));
    drafts.write(sentFrom(place), '');
  }
  return drafts.read(place);
}

/** Subscribes a composer to failed comments. */
export function takeBackAt(place: string, takeBack: TakeBack): () => void {
  composers.set(place, takeBack);
  return () => {
    if (composers.get(place) === takeBack) composers.delete(place);
  };
}

/** Sends a comment in the background. On failure, its text returns to the draft. */
export async function send(
  bugId: number,
  place: string,
  body: string,
  write: (body: string) => Promise<void>,
) {
  keepOnTheWay(place, [...(onTheWay.get(place) ?? []), body]);
  try {
    await write(body);
  } catch (cause) {
    const why = (cause as Error).message;
    const takeBack = composers.get(place);
    if (takeBack) takeBack(body, why);
    else {
      putBack(place, body);
      const text = `Could not send the comment on #${bugId}: ${why}. Your text was kept.`;
      toasts.show({ text, isProblem: true });
    }
  }
  const texts = onTheWay.get(place) ?? [];
  keepOnTheWay(place, texts.toSpliced(texts.indexOf(body), 1));
}
