import { join } from 'node:path';
import { defineConfig } from 'vite';
import { furtherFiles } from './build/further-files.ts';

/** The demonstration; everything that it shows is built beside it, smaller than this tool would make it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [furtherFiles()],
  build: {
    outDir: 'dist',
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'demo/demo.ts'),
      output: { entryFileNames: '[name].js' },
      checks: { pluginTimings: false },
    },
  },
});
