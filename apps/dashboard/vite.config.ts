import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    // Browsers of the last two years: nested CSS, light-dark(), native dialogs and popovers need no translation.
    target: 'baseline-widely-available',
    // Everything stands in files of our own origin: the content security policy allows neither data: nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
