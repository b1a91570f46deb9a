import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Maximum size of each file in bytes, compressed with gzip. */
const budgets: Record<string, number> = {
  'widget.js': 3_000,
  'widget.mjs': 3_000,
  'form.js': 8_000,
  'sender.js': 4_000,
  'picture.js': 5_000,
  'render.js': 8_000,
  'snapshot.js': 20_000,
};
const languageBudget = 1_100;

export function readSizes(outDir: string) {
  const files = globSync('{widget.*js,parts/*.js}', { cwd: outDir }).sort();
  return files.map((file) => {
    const name = basename(file);
    const bytes = statSync(join(outDir, `${file}.gz`)).size;
    return { name, bytes, budget: budgets[name] ?? languageBudget };
  });
}

export function checkSizes(outDir: string): void {
  const tooLarge = readSizes(outDir)
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ name, bytes, budget }) => `${name} ${bytes} of ${budget} bytes`);
  if (tooLarge.length > 0) throw new Error(`Widget files exceed their gzip budget: ${tooLarge.join(', ')}.`);
}
