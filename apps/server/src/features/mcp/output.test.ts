import { expect, it } from 'vitest';
import { aBug, anAssistant, aPerson, aProject } from '../../../test/builders.ts';
import { openStream } from '../../../test/event-stream.ts';
import { startService } from '../../../test/harness.ts';
import { startReceiver } from '../../../test/webhook-receiver.ts';
import { aWebhook } from '../../../test/webhooks.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const ada = await aPerson(node, { name: 'Ada' });
const project = await aProject(ada);
const { api } = await anAssistant(node, ada);

it('shows in the timeline, in live views and to webhooks that a change came by MCP', async () => {
  const id = await aBug(node, project);
  const receiver = await startReceiver();
  await aWebhook(ada, project, { url: receiver.url });
  const stream = await openStream(node, { token: ada.token });

  await api.post(`/api/v1/mcp/bugs/${id}/resolve`);
  await api.post(`/api/v1/mcp/bugs/${id}/comments`, { body: 'Fixed.' });

  const author = { actor: { id: ada.id, name: 'Ada' }, via: 'mcp' };
  const timeline = (await ada.api.get(`/api/v1/bugs-admin/${id}/activity`)).body.items;
  expect(timeline.slice(1)).toMatchObject([
    { kind: 'status_changed', ...author },
    { kind: 'commented', ...author },
  ]);
  const live = (await stream.receive(2)).map(({ data }) => data);
  expect(live).toMatchObject([
    { bug_id: id, kind: 'status_changed', ...author },
    { bug_id: id, kind: 'commented', ...author },
  ]);
  const told = (await receiver.requests(2)).map(({ body }) => body);
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'bug.updated', via: 'mcp' }),
      expect.objectContaining({ type: 'bug.commented', via: 'mcp' }),
    ]),
  );
});
