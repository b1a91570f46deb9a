import type { ApiProblem } from '@skep/mcp/stdio';

const help = `Usage: skep mcp

Environment variables:
  SKEP_URL         URL of the Skep server (default: http://localhost:4000)
  SKEP_MCP_TOKEN   MCP token, starts with mcp_ (required)`;

/** Messages go to standard error, because standard output carries the protocol. */
export async function runMcp(args: string[]): Promise<number> {
  const url = (process.env.SKEP_URL || 'http://localhost:4000').replace(/(?<!\/)\/+$/, '');
  const token = process.env.SKEP_MCP_TOKEN?.trim();
  if (args.length === 1 && ['--help', '-h', 'help'].includes(args[0] ?? '')) {
    console.log(help);
    return 0;
  }
  if (args.length > 0) return fail(help, 2);
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
    return fail('SKEP_URL must be the URL of a Skep server, such as https://bugs.example.com.', 2);
  }
  if (!token) return fail(`SKEP_MCP_TOKEN is not set. Create a token at ${url}/me/settings/mcp.`, 2);
  if (!/^mcp_[\x21-\x7e]+$/.test(token))
    return fail('SKEP_MCP_TOKEN is not an MCP token. It must start with mcp_.', 2);
  const mcp = await import('@skep/mcp/stdio');
  try {
    await mcp.serveStdio(url, token);
    return 0;
  } catch (error) {
    if (!(error instanceof mcp.ApiProblem)) throw error;
    return fail(describe(error, url), 1);
  }
}

function describe({ status, message }: ApiProblem, url: string): string {
  if (status === 0) return `Cannot reach ${message}.`;
  if (status === 401) return `Invalid MCP token. Create a new one at ${url}/me/settings/mcp.`;
  return `${url} returned ${status}. Is this the URL of a Skep server?`;
}

function fail(message: string, code: number): number {
  console.error(message);
  return code;
}
