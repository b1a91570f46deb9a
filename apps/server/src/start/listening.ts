import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const fileIn = (dataDir: string) => join(dataDir, 'listening.json');

export function saveListening({ dataDir, host, port, baseUrl }: Config): Promise<void> {
  const settings = { HOST: host, PORT: String(port), BASE_URL: baseUrl };
  return writeFile(fileIn(dataDir), JSON.stringify(settings), { mode: 0o600 });
}

export const clearListening = ({ dataDir }: Config) => rm(fileIn(dataDir), { force: true });

export async function readListening(dataDir: string): Promise<Record<string, string>> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text);
  } catch {
    // A killed service left a partial file.
    return {};
  }
}
