import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Runs a checker of the OpenAPI document. The checkers are installed separately. */
export function runChecker(
  name: 'redocly' | 'spectral' | 'openapi-ts',
  args: string[],
): SpawnSyncReturns<string> {
  const path = fileURLToPath(new URL(`checkers/node_modules/.bin/${name}`, import.meta.url));
  if (!existsSync(path))
    throw new Error(
      'The checkers are not installed. Run "node scripts/setup.mjs packages/client/test/checkers".',
    );
  // No telemetry or update checks.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, [path, ...args], { encoding: 'utf8', env });
}

/** Writes the document to a temporary file that is removed after the test. */
export function asFile(document: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

export const besideTests = (path: string) => fileURLToPath(new URL(path, import.meta.url));
