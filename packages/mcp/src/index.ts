import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Api } from './api.ts';
import { createMcpServer } from './server.ts';

export { createApi, type Send } from './api.ts';

/** Who sent a request, after their token has been checked. */
export interface Caller {
  api: Api;
  scopes: readonly string[];
}

/**
 * Answers one request of Streamable HTTP, in either revision of the protocol. It is stateless: nothing is kept from one
 * request to the next, so any node can answer any of them.
 */
export async function answerMcpRequest(request: Request, body: unknown, caller: Caller): Promise<Response> {
  // A few closures, of which one knows the caller. The library makes a server for each request in any case.
  const handler = createMcpHandler(() => createMcpServer(caller.api, caller.scopes));
  return handler.fetch(request, { parsedBody: body });
}
