import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltFile, isServed, readBuiltFile } from '../http/built-files.ts';
import { packageFolder } from '../package-folder.ts';

export interface WidgetFiles {
  /** A hash of its sources. */
  version: string;
  loaders: Map<string, BuiltFile>;
  /** What loaders load when it is needed. */
  parts: Map<string, BuiltFile>;
  demo: Map<string, BuiltFile>;
}

export const builtWidget = join(packageFolder, '../../packages/widget/dist');

/** Reads the built widget into memory. Null when it has not been built. */
export function readWidget(folder: string): WidgetFiles | null {
  if (!existsSync(join(folder, 'version'))) return null;
  const read = (place: string, names: string[]) =>
    new Map(names.map((name) => [name, readBuiltFile(join(place, name))]));
  const parts = join(folder, 'parts');
  return {
    version: readFileSync(join(folder, 'version'), 'utf8'),
    loaders: read(folder, ['widget.js', 'widget.mjs']),
    parts: read(parts, readdirSync(parts).filter(isServed)),
    demo: read(folder, ['demo.html', 'demo.css', 'demo.js']),
  };
}
