import { anAssistant, aPerson, aProject } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { call, connect } from './clients.ts';

/** Starts a service with a user, a project and the official MCP client with a token of every scope. */
export async function startAssistant(settings: Record<string, string> = {}) {
  const node = await startService(settings);
  const ada = await aPerson(node, { name: 'Ada' });
  const project = await aProject(ada, { name: 'Shop' });
  const { token } = await anAssistant(node, ada);
  const client = await connect({ url: node.url, token });
  return {
    node,
    ada,
    project,
    call: (tool: string, args: Record<string, unknown> = {}) => call(client, tool, args),
    /** Reads a bug through the dashboard API. */
    bug: async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body,
    /** Reads the timeline of a bug, oldest first. */
    timeline: async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}/activity`)).body.items,
  };
}
