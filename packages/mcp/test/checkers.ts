import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of an official program that checks MCP servers. They are installed apart from everything else. */
export function checker(name: 'conformance' | 'mcp-inspector'): string {
  const path = fileURLToPath(new URL(`checkers/node_modules/.bin/${name}`, import.meta.url));
  if (existsSync(path)) return path;
  throw new Error(
    `The official MCP checkers are missing: "node scripts/setup.mjs packages/mcp/test/checkers" installs them.`,
  );
}
