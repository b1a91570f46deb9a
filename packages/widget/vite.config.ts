import { join } from 'node:path';
import { defineConfig } from 'vite';
import { widgetFiles } from './build/widget-files.ts';

/** Builds the demo. The plugin builds the widget itself with rolldown, because the output is smaller. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [widgetFiles()],
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
