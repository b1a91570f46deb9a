import type { Plugin } from 'vite';

/**
 * Chromium compiles a file that begins with this at once, beside everything else, instead of function by function when each is
 * first called. It is for files most of which is called while the page opens.
 */
const hint = '//# allFunctionsCalledOnLoad\n';

export const compileAtOnce = (names: readonly string[]): Plugin => ({
  name: 'compile-at-once',
  generateBundle: {
    // Vite writes something above the code as well.
    order: 'post',
    handler(_options, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk' && names.includes(file.name)) file.code = hint + file.code;
    },
  },
});
