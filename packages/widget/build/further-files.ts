import { createHash } from 'node:crypto';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { checkSizes } from './budget.ts';

const folder = join(import.meta.dirname, '..');

const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar'];

/** What the service serves: the script, the module, and what both load later. No file imports another. */
const served: Record<string, string> = {
  'widget.js': 'src/loader/script.ts',
  'widget.mjs': 'src/loader/module.ts',
  'parts/form.js': 'src/form/form.ts',
  'parts/sender.js': 'src/sender/sender.ts',
  'parts/picture.js': 'src/picture/picture.ts',
  'parts/render.js': 'src/render/render.ts',
  'parts/snapshot.js': 'src/snapshot/snapshot.ts',
  ...Object.fromEntries(languages.map((name) => [`parts/${name}.js`, `src/languages/${name}.ts`])),
};

/** Makes all files but the demonstration's script, with compressed twins, and fails when one is larger than it may be. */
export const furtherFiles = (): Plugin => ({
  name: 'further-files',
  async writeBundle({ dir = '' }) {
    for (const [name, source] of Object.entries(served)) {
      const format = name === 'widget.js' ? 'iife' : 'es';
      await bundle(source, { file: join(dir, name), format, codeSplitting: false });
    }
    await makePackage(join(dir, 'package'));
    for (const name of ['demo.html', 'demo.css']) copyFileSync(join(folder, 'demo', name), join(dir, name));
    writeFileSync(join(dir, 'version'), version);
    for (const name of globSync('{*.{js,mjs,html,css},parts/*.js}', { cwd: dir }))
      writeTwins(join(dir, name));
    checkSizes(dir);
  },
});

/** In the package, the page's own bundler finds the parts. */
async function makePackage(dir: string): Promise<void> {
  const bundledParts = {
    name: 'bundled-parts',
    resolveId: (source: string) =>
      source === './parts.ts' ? join(folder, 'src/loader/bundled-parts.ts') : null,
  };
  await bundle('src/loader/package.ts', { dir, chunkFileNames: '[name].js' }, [bundledParts]);
  copyFileSync(join(folder, 'src/api.d.ts'), join(dir, 'index.d.ts'));
}

/** The server never compresses anything. */
function writeTwins(file: string): void {
  const text = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}

/** A hash of the sources and of how they are built, because the URL of a part has to change with either. */
const version = hashOfSources();

/** For browsers of the last two years. */
async function bundle(source: string, output: OutputOptions, plugins: Plugin[] = []): Promise<void> {
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

/** With this, Chromium compiles a file at once instead of function by function, in half the time (`npm run bench -- widget`). */
const compileHint = '//# allFunctionsCalledOnLoad\n';

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
