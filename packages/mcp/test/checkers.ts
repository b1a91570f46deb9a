import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of an official MCP checker, which is installed separately. */
export function checker(name: 'conformance' | 'mcp-inspector'): string {
  const path = fileURLToPath(new URL(`checkers/node_modules/.bin/${name}`, import.meta.url));
  if (existsSync(path)) return path;
  throw new Error(
    'The official MCP checkers are not installed. Run "node scripts/setup.mjs packages/mcp/test/checkers".',
  );
}
