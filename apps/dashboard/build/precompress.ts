import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: 9 }),
};

/** Puts a compressed twin beside every text of the build, so that the server never compresses anything. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /\.(html|js|css|svg)$/.test(name));
    await Promise.all(texts.map((name) => writeTwins(join(dir, name))));
  },
});

async function writeTwins(file: string): Promise<void> {
  const text = await readFile(file);
  for (const [ending, encode] of Object.entries(compress))
    await writeFile(`${file}.${ending}`, await encode(text));
}
