import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { call, connect } from '../test/clients.ts';

const node = await startService();
const { token } = await anAssistant(node, await aPerson(node));
const client = await connect({ url: node.url, token });

const units = [' ', '\t', '\n', '\r', 'a', '0', '#', '/', '"', '>', '.', '-', '@', '\n ', '/\n', '"a', 'a-'];
const manifests = [
  'package.json',
  'composer.json',
  'requirements.txt',
  'pyproject.toml',
  'Gemfile',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'Shop.csproj',
  'index.html',
];
const detect = (files: object[]) => call(client, 'detect_framework', { files });
const longest = 100_000;

describe('a manifest with long runs of one kind', () => {
  // What takes time for the square of the length would be at it for minutes, and nobody else would be answered.
  it.each(manifests)('is read at once: %s', async (name) => {
    for (const unit of units) {
      const run = unit.repeat(longest / unit.length);
      const { text } = await detect([{ name, content: run }]);
      expect(text).toMatch(/files: no framework was recognised|, by /);
    }
  });

  it('is read to its end', async () => {
    const content = `${'\n'.repeat(longest - 6)}django`;
    expect((await detect([{ name: 'requirements.txt', content }])).data.framework).toBe('django');
  });
});

describe('more than a tool takes', () => {
  const file = (length: number) => ({ name: 'requirements.txt', content: 'x'.repeat(length) });

  it.each([
    ['a file that is too long', [file(longest + 1)], 'files.0.content must not have more than 100000'],
    ['too many files', Array(11).fill(file(1)), 'files must not have more than 10'],
    ['too much in all', [file(longest), file(longest), file(1)], 'files: must hold at most 200000'],
  ])('is refused in so many words: %s', async (_what, files, reason) => {
    const { isError, text } = await detect(files);
    expect(isError).toBe(true);
    expect(text).toContain(reason);
  });
});
