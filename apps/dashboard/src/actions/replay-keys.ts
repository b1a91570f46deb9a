import { isText } from './keys.ts';

/** So long a menu may take to show itself once its code is there, and one that it leads to. */
const framesUntilFirst = 60;
const framesUntilNext = 10;

/** Types keys into what has opened, and into what it leads to. More may be added meanwhile. */
export async function replayKeys(kept: string[]): Promise<void> {
  if (!(await isTextAsked(framesUntilFirst))) {
    // What asks a question instead of taking a text is not answered by keys that were pressed before it was seen, but left.
    if (kept.includes('Escape')) press('Escape');
    return;
  }
  for (let key = kept.shift(); key !== undefined; key = kept.shift()) {
    press(key);
    await nextFrame();
    await isTextAsked(framesUntilNext);
  }
}

/** Waits until something has come. A dialog has given the focus to its text, if it has one, by the time that it is open. */
async function isTextAsked(frames: number): Promise<boolean> {
  for (let frame = 0; frame < frames && !isText(document.activeElement); frame++) {
    if (document.querySelector('dialog:modal')) return false;
    await nextFrame();
  }
  return isText(document.activeElement);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Does what the browser does with a key, as far as it can be done without it. */
function press(key: string): void {
  const field = document.activeElement ?? document.body;
  const isTaken = !field.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
  if (isTaken || !(field instanceof HTMLInputElement) || document.activeElement !== field) return;
  const end = field.value.length;
  if (key === 'Backspace') field.setRangeText('', Math.max(0, end - 1), end, 'end');
  else if (key.length === 1) field.setRangeText(key, end, end, 'end');
  else return;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }));
}
