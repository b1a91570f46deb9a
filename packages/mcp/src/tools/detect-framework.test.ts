import { describe, expect, it } from 'vitest';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';

const { call } = await startAssistant();

const detect = (files: object[]) => call('detect_framework', { files });
const longest = 100_000;

it('returns the framework, the evidence and other matches', async () => {
  const { data, text } = await call('detect_framework', {
    files: [
      { name: 'package.json', content: '{"dependencies":{"next":"16"}}' },
      { name: 'api/requirements.txt', content: 'django' },
    ],
    other_files: ['pnpm-lock.yaml'],
  });
  expect(data).toMatchObject({
    framework: 'nextjs',
    name: 'Next.js',
    language: 'TypeScript',
    package_manager: 'pnpm',
    evidence: 'the dependency next in package.json',
    also: [{ framework: 'django', language: 'Python' }],
  });
  expect(text).toContain(
    'Next.js (TypeScript, package manager pnpm), by the dependency next in package.json.',
  );
  expect(text).toContain('Also found: django.');
  expect(text).toContain('Next: get_install_snippet with framework "nextjs".');
});

it('lists supported files after an unknown file', async () => {
  expectProblem(await detect([{ name: 'notes.txt', content: '' }]), /package\.json, .+ framework curl/);
});

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
describe('a manifest with long runs of one kind', () => {
  // Quadratic time would take minutes and block all other requests.
  it.each(manifests)('is read at once: %s', async (name) => {
    for (const unit of units) {
      const run = unit.repeat(longest / unit.length);
      const { text } = await detect([{ name, content: run }]);
      expect(text).toMatch(/files: no framework detected|, by /);
    }
  });

  it('is read to its end', async () => {
    const content = `${'\n'.repeat(longest - 6)}django`;
    expect((await detect([{ name: 'requirements.txt', content }])).data.framework).toBe('django');
  });
});

describe('input above the limits', () => {
  const file = (length: number) => ({ name: 'requirements.txt', content: 'x'.repeat(length) });

  it.each([
    ['a file that is too long', [file(longest + 1)], /files\.0\.content must not have more than 100000/],
    ['too many files', Array(11).fill(file(1)), /files must not have more than 10/],
    [
      'too many characters in total',
      [file(longest), file(longest), file(1)],
      /files: must contain at most 200000/,
    ],
  ])('is rejected with the reason: %s', async (_what, files, reason) => {
    expectProblem(await detect(files), reason);
  });
});
