import type { ApiProblem } from '@skep/mcp/stdio';

const help = `Usage: skep mcp, with these in the environment:
  SKEP_URL         URL of the service, by default http://localhost:4000
  SKEP_MCP_TOKEN   an MCP token, which begins with mcp_`;

/** Standard output is the protocol's: what people should read goes to standard error. */
export async function runMcp(args: string[]): Promise<number> {
  const url = (process.env.SKEP_URL || 'http://localhost:4000').replace(/(?<!\/)\/+$/, '');
  const token = process.env.SKEP_MCP_TOKEN?.trim();
  if (args.length === 1 && ['--help', '-h', 'help'].includes(args[0] ?? '')) {
    console.log(help);
    return 0;
  }
  if (args.length > 0) return fail(help, 2);
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
    return fail('SKEP_URL must be the address of a Skep service, such as https://bugs.example.com.', 2);
  }
  if (!token) return fail(`SKEP_MCP_TOKEN must be set: make a token at ${url}/me/settings/mcp.`, 2);
  if (!/^mcp_[\x21-\x7e]+$/.test(token))
    return fail('SKEP_MCP_TOKEN must be a token that begins with mcp_.', 2);
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
  if (status === 0) return `Skep does not answer at ${message}.`;
  if (status === 401) return `Invalid MCP token. Make a new one at ${url}/me/settings/mcp.`;
  return `${url} answered ${status}: is this the address of a Skep service?`;
}

function fail(sentence: string, code: number): number {
  console.error(sentence);
  return code;
}
