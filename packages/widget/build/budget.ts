import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** How many bytes, compressed with gzip, a page may be made to load. Whatever is not named here is a language. */
const budgets: Record<string, number> = {
  'widget.js': 3_000,
  'widget.mjs': 3_000,
  'form.js': 8_000,
  'sender.js': 4_000,
  'picture.js': 5_000,
  'render.js': 8_000,
  'snapshot.js': 20_000,
};
const budgetOfLanguage = 1_100;

export interface Size {
  name: string;
  bytes: number;
  budget: number;
}

export function readSizes(outDir: string): Size[] {
  return globSync('{widget.*js,parts/*.js}', { cwd: outDir })
    .sort()
    .map((file) => {
      const name = basename(file);
      return {
        name,
        bytes: statSync(join(outDir, `${file}.gz`)).size,
        budget: budgets[name] ?? budgetOfLanguage,
      };
    });
}

/** A build that is too large is none. */
export function demandSmallness(outDir: string): void {
  const tooLarge = readSizes(outDir).filter(({ bytes, budget }) => bytes > budget);
  if (tooLarge.length === 0) return;
  const list = tooLarge
    .map(({ name, bytes, budget }) => `${name} has ${bytes} bytes of ${budget}`)
    .join(', ');
  throw new Error(`The widget is too large, compressed with gzip: ${list}.`);
}
