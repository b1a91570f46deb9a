import { beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
let isFull: boolean;

async function freshlyKept() {
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, value: string) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      stored.set(name, value);
    },
    removeItem: (name: string) => stored.delete(name),
  });
  return (await import('./kept.ts')).keptHere;
}

beforeEach(() => {
  stored.clear();
  isFull = false;
});

it('remembers what no longer fits until the page is left', async () => {
  const kept = await freshlyKept();
  kept.set('draft', 'before');
  isFull = true;
  kept.set('draft', 'after');
  expect(kept.get('draft')).toBe('after');
  isFull = false;
  kept.set('draft', 'at last');
  expect([kept.get('draft'), stored.get('draft')]).toEqual(['at last', 'at last']);
});

it('forgets what is removed, also what did not fit', async () => {
  const kept = await freshlyKept();
  isFull = true;
  kept.set('draft', 'text');
  kept.remove('draft');
  expect(kept.get('draft')).toBeNull();
});
