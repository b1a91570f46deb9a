import { defaultClientConditions, defineConfig } from 'vite';
import { neededEarly, neededFirst } from './build/first.ts';
import { precompress } from './build/precompress.ts';
import { preloadFont } from './build/preload-font.ts';

/** Where `vite` finds the service while somebody works on the dashboard. */
const service = process.env.SERVICE ?? 'http://localhost:4000';

const libraries = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [preloadFont(), precompress()],
  server: { proxy: { '/api': service } },
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  resolve: {
    // The client's sources, whatever is built of them.
    conditions: ['skep-source', ...defaultClientConditions],
    // React has had this itself since version 18: what stands in for older ones is left out.
    alias: [
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    outDir: 'dist',
    // Browsers of the last two years: nested CSS, light-dark(), native dialogs and popovers need no translation.
    target: 'baseline-widely-available',
    // Everything stands in files of our own origin: the content security policy allows neither data: nor inline code.
    assetsInlineLimit: 0,
    // One file for all pages: it is small, and a part that comes later need not wait for a style of its own.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      output: {
        // What the list needs is three files: what asks for its contents, libraries, which stay cached when only our own code
        // has changed, and the rest. Split by who else uses which part of it, it would be larger by a tenth.
        codeSplitting: {
          groups: [
            { name: (id, modules) => (neededEarly(modules).has(id) ? 'early' : null) },
            {
              name: (id, modules) =>
                neededFirst(modules).has(id) && libraries.test(id) ? 'libraries' : null,
            },
            { name: (id, modules) => (neededFirst(modules).has(id) ? 'first' : null) },
          ],
        },
      },
      checks: { pluginTimings: false },
      // Libraries say "use client" for frameworks that render on a server, which means nothing here.
      onLog(level, log, report) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
