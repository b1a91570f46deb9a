import { stored } from './stored.ts';

/** Single-key shortcuts can be disabled (WCAG 2.1.4); every action is also in a menu. */
export const singleKeys = stored('skep.single-keys', ['on', 'off']);

/** Timeout of a two-key sequence such as `g i`. */
const sequenceTime = 1000;

let begun: { key: string; at: number } | null = null;

export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'timeStamp' | 'target'
>;

/**
 * Returns the shortcut that was pressed, such as `mod+k`, `j` or `g i`, or null. It matches the typed character, so `?`
 * and `!` work on every keyboard layout, and ignores keys typed into text fields.
 */
export function keyPressed(event: Pressed, keys: ReadonlySet<string>): string | null {
  if (event.isComposing || event.key === 'Process') return null;
  if (event.ctrlKey || event.metaKey) {
    const name = `mod+${event.key.toLowerCase()}`;
    // In text fields only the palette shortcut applies: Ctrl-A selects the text.
    if (event.altKey || (isText(event.target) && name !== 'mod+k')) return null;
    return keys.has(name) ? name : null;
  }
  if (event.altKey || isText(event.target) || singleKeys.get() === 'off') return null;
  // Enter activates the focused button or link.
  if (event.key === 'Enter' && isControl(event.target)) return null;
  const first = begun && event.timeStamp - begun.at < sequenceTime ? begun.key : null;
  begun = null;
  if (first && keys.has(`${first} ${event.key}`)) return `${first} ${event.key}`;
  if (keys.has(event.key)) return event.key;
  for (const key of keys)
    if (key.startsWith(`${event.key} `)) begun = { key: event.key, at: event.timeStamp };
  return null;
}

export function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, summary, input, [role="menu"], [role="dialog"]') !== null
  );
}
