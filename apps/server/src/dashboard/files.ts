import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltFile, isServed, readBuiltFile } from '../http/built-files.ts';
import { packageFolder } from '../package-folder.ts';

/** The page that every address of the dashboard begins with, and what it loads, by name. */
export interface DashboardFiles {
  page: BuiltFile;
  assets: Map<string, BuiltFile>;
}

export const builtDashboard = join(packageFolder, '../dashboard/dist');

/** Reads the built dashboard into memory, which it needs little of. Null when it has not been built. */
export function readDashboard(folder: string): DashboardFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter(isServed);
  return {
    page: readBuiltFile(join(folder, 'index.html')),
    assets: new Map(names.map((name) => [name, readBuiltFile(join(assets, name))])),
  };
}
