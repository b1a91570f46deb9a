import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';

export const folder = join(import.meta.dirname, '..');

/** A hash of the sources and of how they are built: the address of a part has to change with anything that it works with. */
export const version = hashOfSources();

/** Makes a file of a source, with all that it imports, for browsers of the last two years. */
export async function bundle(source: string, output: OutputOptions, plugins: Plugin[] = []): Promise<void> {
  const made = await rolldown({
    input: { index: join(folder, source) },
    platform: 'browser',
    transform: { target: 'es2022', define: { __VERSION__: JSON.stringify(version) } },
    checks: { pluginTimings: false },
    plugins: [...plugins, withoutComments],
  });
  await made.write({ minify: true, ...output });
  await made.close();
}

/**
 * Chromium compiles a file that begins with this at once instead of function by function, when each is first called. Nearly all
 * functions are called when a file is loaded, and it takes half the time (`npm run bench -- widget`).
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** What tells bundlers what they may leave out says nothing to a browser. */
const withoutComments: Plugin = {
  name: 'without-comments',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code =
          compileHint + file.code.replace(/(?<!\w)\/\* @__PURE__ \*\/ |\/\* @__PURE__ \*\//g, '').trim();
  },
};

function hashOfSources(): string {
  const hash = createHash('sha256');
  const names = globSync('{package.json,{src,demo,build}/**/*.*}', { cwd: folder }).sort();
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 8);
}
