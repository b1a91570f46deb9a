import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * Packages that are not bundled: a native binary, one that loads another when it is first used, and a driver that need not be
 * installed.
 */
export const external = ['@node-rs/argon2', '@fastify/cookie', 'pg-native'];

/**
 * The service as two files: the process, and all that it loads. A running service loads no further one, so that a later build
 * cannot take it away (decision 25).
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
