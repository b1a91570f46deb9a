import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageFolder } from '../package-folder.ts';

/** A file of the built dashboard, in every encoding that it can be sent in. */
export interface DashboardFile {
  type: string;
  etag: string;
  plain: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
}

/** Content encodings that the build makes, the smallest first, with the endings of their files. */
const endings = { br: '.br', gzip: '.gz' };
export type Encoding = keyof typeof endings;

/** The page that every address of the dashboard begins with, and what it loads, by name. */
export interface DashboardFiles {
  page: DashboardFile;
  assets: Map<string, DashboardFile>;
}

export const builtDashboard = join(packageFolder, '../dashboard/dist');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built dashboard into memory, which it needs little of: no request can then name a file that is not part of it, and
 * a build for the next start does not change what this one serves. Null when it has not been built.
 */
export function readDashboard(folder: string): DashboardFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => extname(name) in types);
  return {
    page: readFile(join(folder, 'index.html')),
    assets: new Map(names.map((name) => [name, readFile(join(assets, name))])),
  };
}

function readFile(path: string): DashboardFile {
  const plain = readFileSync(path);
  const encoded = Object.entries(endings)
    .filter(([, ending]) => existsSync(path + ending))
    .map(([encoding, ending]) => [encoding, readFileSync(path + ending)]);
  return {
    type: types[extname(path)] as string,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    encoded: Object.fromEntries(encoded),
  };
}
