import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the types are checked in. */
export const typesFile = fileURLToPath(new URL('../src/api.ts', import.meta.url));

const generator = fileURLToPath(new URL('node_modules/.bin/openapi-typescript', import.meta.url));

const options = [
  '--root-types',
  '--root-types-no-schema-prefix',
  '--root-types-keep-casing',
  // Whoever sends a body may leave out what has a default.
  '--default-non-nullable=false',
  // The order of routes says nothing to a compiler, and a fixed one keeps differences small.
  '--alphabetize',
];

const header = '// Made by "npm run client" from the OpenAPI document of the server. Do not edit.\n\n';

/** The TypeScript types of an OpenAPI document. */
export function typesOf(document: object): string {
  if (!existsSync(generator))
    throw new Error(
      'The generator is missing: "node scripts/setup.mjs packages/client/generator" installs it.',
    );
  const { status, stdout, stderr } = spawnSync(process.execPath, [generator, ...options], {
    input: JSON.stringify(document, withoutExamples),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(`openapi-typescript failed:\n${stderr}`);
  return header + withoutComment(stdout);
}

/** The generator begins with a comment of its own, which says less than ours. */
const withoutComment = (text: string) => text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, '');

/** Examples would be most of the file, and say nothing about types. A field may have one of these names too. */
function withoutExamples(this: unknown, key: string, value: unknown): unknown {
  const isSchema = typeof this === 'object' && this !== null && ('type' in this || 'schema' in this);
  return isSchema && (key === 'example' || key === 'examples') ? undefined : value;
}
