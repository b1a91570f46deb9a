import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Not bundled: a native binary, a package that loads another lazily, and an optional driver. */
export const external = ['@node-rs/argon2', '@fastify/cookie', 'pg-native'];

/**
 * Two files: the entry point and everything else. A running service loads no further files, so a later build cannot remove them
 * (decision 25).
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true, external },
  build: {
    ssr: join(import.meta.dirname, 'src/main.ts'),
    outDir: 'dist',
    target: 'node24',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        sourcemapExcludeSources: true,
      },
      checks: { pluginTimings: false },
    },
  },
});
