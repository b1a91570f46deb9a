const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

const names: Record<string, string> = {
  Enter: '↵',
  Escape: 'esc',
  J: 'shift j',
  K: 'shift k',
};

/** Display form of a shortcut: `⌘K`, `Ctrl K`, `g i`. */
export function keyWords(key: string): string {
  if (key.startsWith('mod+')) return `${isApple ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}`;
  return names[key] ?? key;
}
