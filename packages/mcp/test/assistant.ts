import { anAssistant, aPerson, aProject } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { call, connect } from './clients.ts';

/**
 * What the test of a tool needs: a service of the file's own, Ada with a project in it, and her assistant, which is the
 * official client with a token of every scope.
 */
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
    /** A bug as the dashboard shows it. */
    bug: async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body,
    /** What has happened to a bug, the newest last. */
    timeline: async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}/activity`)).body.items,
  };
}
