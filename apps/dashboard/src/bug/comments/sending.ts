import { toasts } from '../../components/toasts.ts';
import { drafts } from './drafts.ts';

/** What comes back to a composer: the text that was not sent, and why. */
type TakeBack = (body: string, why: string) => void;

/** By place, outside of components: one may have gone on to another bug, and come back, before the answer comes. */
const onTheWay = new Map<string, readonly string[]>();
const composers = new Map<string, TakeBack>();

const joined = (texts: readonly string[]): string => texts.filter(Boolean).join('\n\n');

/** What is on its way has a draft of its own, so that neither what is typed meanwhile nor a reload can lose it. */
const sentFrom = (place: string): string => `${place}.sent`;

function keepOnTheWay(place: string, texts: readonly string[]): void {
  if (texts.length > 0) onTheWay.set(place, texts);
  else onTheWay.delete(place);
  drafts.write(sentFrom(place), joined(texts));
}

/** Puts a text before the draft of a place. */
function putBack(place: string, body: string): void {
  drafts.write(place, joined([body, drafts.read(place)]));
}

/** The text to begin with at a place. What was on its way when the page was left may not have arrived: it is part of it. */
export function takeUp(place: string): string {
  if (!onTheWay.has(place)) {
    putBack(place, drafts.read(sentFrom(place)));
    drafts.write(sentFrom(place), '');
  }
  return drafts.read(place);
}

/** Lets a composer have what fails as long as it is open. */
export function takeBackAt(place: string, takeBack: TakeBack): () => void {
  composers.set(place, takeBack);
  return () => {
    if (composers.get(place) === takeBack) composers.delete(place);
  };
}

/** Sends a comment, which its composer may forget then. When that fails, its text returns to where it was written, whether somebody is there or not. */
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
