import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Runs one of the programs that judge the OpenAPI document. They are installed apart from everything else. */
export function runChecker(
  name: 'redocly' | 'spectral' | 'openapi-ts',
  args: string[],
): SpawnSyncReturns<string> {
  const path = fileURLToPath(new URL(`checkers/node_modules/.bin/${name}`, import.meta.url));
  if (!existsSync(path))
    throw new Error(
      'The checkers are missing: "node scripts/setup.mjs packages/client/test/checkers" installs them.',
    );
  // None of them has anything to say to anybody else.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, [path, ...args], { encoding: 'utf8', env });
}

/** The path of a file with the document, which is removed at the end of the test. */
export function asFile(document: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

export const besideTests = (path: string) => fileURLToPath(new URL(path, import.meta.url));
