import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Copies installed packages with their dependencies, keeping their relative paths. */
export function copyPackages(names: string[], from: string, to: string): void {
  const folders = new Set<string>();
  for (const name of names) collect(name, from, folders);
  for (const folder of folders) {
    // Nested packages are copied separately if they are needed.
    const isOwnFile = (path: string) => !relative(folder, path).split('/').includes('node_modules');
    cpSync(folder, join(to, relative(from, folder)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => isOwnFile(path) && !path.endsWith('.map'),
    });
  }
}

function collect(name: string, from: string, folders: Set<string>): void {
  const folder = find(name, from);
  if (!folder || folders.has(folder)) return;
  folders.add(folder);
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    collect(needed, folder, folders);
  }
}

/** Resolves like Node. Optional packages for other platforms are not installed. */
function find(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  return from === dirname(from) ? undefined : find(name, dirname(from));
}
