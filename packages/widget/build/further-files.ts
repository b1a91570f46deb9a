import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { demandSmallness } from './budget.ts';
import { bundle, folder, version } from './bundle.ts';

const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar'];

/** What the service serves, by name: the script, the module, and what both load later. Each file needs no other. */
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
    demandSmallness(dir);
  },
});

/** The package leaves it to the page's own bundler where the parts lie. */
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
