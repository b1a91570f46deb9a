import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spellCheckDocument } from 'cspell-lib';
import { expect, it } from 'vitest';
import writeGood from 'write-good';
import { anchorsIn, inlineCodeIn, linksIn, sentencesIn } from './prose/markdown.ts';
import { descriptionsIn, summariesIn } from './prose/openapi.ts';
import { privateWords } from './prose/private-words.ts';

const root = dirname(import.meta.dirname);
const isInstalled = (path: string) => /(^|\/)(node_modules|dist|data|release)(\/|$)/.test(path);
const find = (...patterns: string[]) => globSync(patterns, { cwd: root, exclude: isInstalled }).toSorted();
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const documents = find('*.md', 'docs/**/*.md', 'packages/*/README.md').filter(
  (path) => path !== 'NOTICES.md',
);
/** Generated from the OpenAPI document. */
const apiTypes = 'packages/client/src/api.ts';
const isGenerated = (path: string) => ['docs/routes.md', apiTypes].includes(path);
const written = documents.filter((path) => !isGenerated(path));
const code = find(
  '{apps,packages,scripts,e2e,bench,faults,deploy}/**/*.{ts,tsx,mjs,css,sql,html,yml,yaml}',
).filter((path) => !isGenerated(path));

it('every link in the documents leads to a file and a heading', () => {
  const broken = documents.flatMap((document) =>
    linksIn(read(document)).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsIn(read(target)).includes(anchor);
    }),
  );
  expect(broken).toEqual([]);
});

it('every source path in the documents exists', () => {
  const files = find('**/*', '.dockerignore');
  const exists = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`));
  const topFolders = /^(apps|packages|docs|deploy|scripts|e2e|bench|faults)\//;
  const isPath = (text: string) =>
    /^[\w@][\w@./-]*$/.test(text) &&
    (topFolders.test(text) || /\.(ts|tsx|mjs|md|sql|ya?ml|json)$/.test(text));
  const missing = documents.flatMap((document) =>
    inlineCodeIn(read(document))
      .filter((text) => isPath(text) && !exists(text.replace(/\/$/, '')))
      .map((text) => `${document}: ${text}`),
  );
  expect(missing).toEqual([]);
});

it('every decision that is referred to exists', () => {
  const numbers = new Set(find('docs/decisions/*.md').map((path) => Number(/(\d{4})-/.exec(path)?.[1])));
  const missing = [...documents, ...code].flatMap((path) =>
    [...read(path).matchAll(/\bdecisions? (\d+)/g)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([text]) => `${path}: ${text}`),
  );
  expect(missing).toEqual([]);
});

const wordLimits = {
  'README.md': 700,
  'ARCHITECTURE.md': 1_200,
  // A table with a row for each dependency.
  'docs/decisions/0001-parts.md': 600,
};
const decisionLimits = find('docs/decisions/*.md').map((path) => [path, 450]);

it('overviews and decisions are short', () => {
  const limits: Record<string, number> = { ...Object.fromEntries(decisionLimits), ...wordLimits };
  const countWords = (path: string) => read(path).split(/\s+/).filter(Boolean).length;
  expect(Object.entries(limits).filter(([path, limit]) => countWords(path) > limit)).toEqual([]);
});

const texts = [
  ...written.map((path) => ({ path, text: read(path) })),
  ...descriptionsIn(read(apiTypes)).map((text) => ({ path: apiTypes, text })),
];
const sentences = texts.flatMap(({ path, text }) =>
  sentencesIn(text).map((sentence) => ({ path, sentence })),
);
const maxSentenceWords = 25;

it('sentences are short', () => {
  const isLong = ({ sentence }: { sentence: string }) => sentence.split(' ').length > maxSentenceWords;
  expect(sentences.filter(isLong)).toEqual([]);
});

it('summaries of API operations have at most eight words', () => {
  const summaries = summariesIn(read(apiTypes));
  expect(summaries.length).toBeGreaterThan(100);
  expect(summaries.filter((summary) => summary.split(' ').length > 8)).toEqual([]);
});

/** Rules of write-good that are off, because reference text needs passive voice, adverbs and sentences such as "There is". */
const looseRules = { passive: false, adverb: false, eprime: false, so: false, thereIs: false, weasel: false };
/** Terms that write-good considers wordy, or reports as repeated in lists of values. */
const plainTerms = [
  'additional',
  'aggregate',
  'it is',
  'it was',
  'maximum',
  'minimum',
  'none,',
  'therefore',
  'type of',
];

it('documents and API descriptions follow the prose rules', () => {
  const problems = sentences.flatMap(({ path, sentence }) =>
    writeGood(sentence, looseRules)
      .filter(({ reason }) => !plainTerms.includes(reason.split('"')[1]?.toLowerCase() ?? ''))
      .map(({ reason }) => `${path}: ${sentence}: ${reason}`),
  );
  expect(problems).toEqual([]);
});

/** Sources with text that people read: names, comments, messages, UI and API documentation. */
const spelled = code.filter(
  (path) =>
    /\.(tsx?|mjs|html)$/.test(path) &&
    !/\.test\.tsx?$|\/test\/|\/(languages|frameworks)\/|^e2e\/|^bench\//.test(path),
);

it('words in documents, names, comments and messages are spelled correctly', async () => {
  const places = new Map<string, string>();
  for (const path of [...written, ...spelled]) {
    for (const [word] of textOf(path).matchAll(/[\p{Script=Latin}’']+/gu))
      if (!places.has(word)) places.set(word, path);
  }
  const words = read('scripts/prose/dictionary.txt').split('\n').filter(Boolean);
  const { issues } = await spellCheckDocument(
    {
      uri: 'file:///words.txt',
      text: [...places.keys()].join('\n'),
      languageId: 'plaintext',
      locale: 'en-US',
    },
    { generateSuggestions: false, noConfigSearch: true },
    { dictionaries: ['softwareTerms', 'typescript', 'node', 'npm', 'sql', 'html', 'css'], words },
  );
  const placeOf = (text: string) => [...places].find(([word]) => word.includes(text))?.[1];
  expect(issues.map(({ text }) => `${text} in ${placeOf(text)}`)).toEqual([]);
});

/** Without code in documents, and without escapes, colors and hashes in sources. */
function textOf(path: string): string {
  const text = read(path);
  if (path.endsWith('.md')) return sentencesIn(text).join('\n');
  return text.replaceAll(/\\u\{?[\da-f]+\}?|\\x[\da-f]{2}|\\[a-z]|#[\da-f]{3,8}\b|[\w+/-]{40,}/gi, ' ');
}

it('documents and code use standard terms instead of private words', () => {
  const found = [...written, ...code]
    .filter((path) => !path.startsWith('scripts/prose'))
    .flatMap((path) => {
      const text = read(path);
      return privateWords
        .filter(({ pattern }) => pattern.test(text))
        .map(({ pattern, use }) => `${path}: ${pattern.exec(text)?.[0]}; write ${use}`);
    });
  expect(found).toEqual([]);
});
