import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { ApiProblem, createApi, type Send } from './api.ts';
import { createMcpServer } from './server.ts';

export { ApiProblem } from './api.ts';

/** Serves MCP over stdio until the input ends. Throws `ApiProblem` if the token is invalid. */
export async function serveStdio(baseUrl: string, token: string): Promise<void> {
  const api = createApi({ baseUrl, token, send: sendTo(baseUrl), log: console.error });
  const { scopes } = await api.request('GET /mcp/token', {});
  serve(() => createMcpServer(api, scopes), { onerror: (error) => console.error(error.message) });
}

/** Does not follow redirects, because the token must not be sent to another host. */
const sendTo =
  (baseUrl: string): Send =>
  async ({ method, path, headers, body }) => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers,
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
      });
      const retryAfter = response.headers.get('retry-after') ?? undefined;
      return { status: response.status, retryAfter, text: await response.text() };
    } catch (error) {
      throw new ApiProblem(0, `${baseUrl}: ${causeOf(error)}`);
    }
  };

function causeOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}
