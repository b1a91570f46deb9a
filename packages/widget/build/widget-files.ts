import { createHash } from 'node:crypto';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { checkSizes } from './budget.ts';

const folder = join(import.meta.dirname, '..');

const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar'];

/** Files that the service serves: script, module and parts. No file imports another. */
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

/** Builds all files except the demo script, compresses them and checks their size. */
export const widgetFiles = (): Plugin => ({
  name: 'widget-files',
  async writeBundle({ dir = '' }) {
    for (const [name, source] of Object.entries(served)) {
      const format = name === 'widget.js' ? 'iife' : 'es';
      await bundle(source, { file: join(dir, name), format, codeSplitting: false });
    }
    await buildPackage(join(dir, 'package'));
    for (const name of ['demo.html', 'demo.css']) copyFileSync(join(folder, 'demo', name), join(dir, name));
    writeFileSync(join(dir, 'version'), version);
    for (const name of globSync('{*.{js,mjs,html,css},parts/*.js}', { cwd: dir }))
      writeCompressed(join(dir, name));
    checkSizes(dir);
  },
});

/** In the npm package, the page's bundler resolves the parts. */
async function buildPackage(dir: string): Promise<void> {
  const bundledParts = {
    name: 'bundled-parts',
    resolveId: (source: string) =>
      source === './parts.ts' ? join(folder, 'src/loader/bundled-parts.ts') : null,
  };
  await bundle('src/loader/package.ts', { dir, chunkFileNames: '[name].js' }, [bundledParts]);
  copyFileSync(join(folder, 'src/api.d.ts'), join(dir, 'index.d.ts'));
}

/** The server sends these files instead of compressing on the fly. */
function writeCompressed(file: string): void {
  const text = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}

/** Hash of sources and build scripts: the URL of a part must change with either. */
const version = hashOfSources();

async function bundle(source: string, output: OutputOptions, plugins: Plugin[] = []): Promise<void> {
  const build = await rolldown({
    input: { index: join(folder, source) },
    platform: 'browser',
    transform: { target: 'es2022', define: { __VERSION__: JSON.stringify(version) } },
    checks: { pluginTimings: false },
    plugins: [...plugins, withoutComments],
  });
  await build.write({ minify: true, ...output });
  await build.close();
}

/** Makes Chromium compile eagerly, which halves the compile time (`npm run bench -- widget`). */
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
