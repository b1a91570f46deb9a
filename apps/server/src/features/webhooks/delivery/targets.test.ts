import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../../test/builders.ts';
import { createDatabase, startNode } from '../../../../test/harness.ts';
import { expectRefused } from '../../../../test/samples.ts';
import { startReceiver } from '../../../../test/webhook-receiver.ts';
import { aWebhook } from '../../../../test/webhooks.ts';

const database = await createDatabase();
const node = await startNode(database);
const ada = await aPerson(node);
const project = await aProject(ada);
const webhooks = `/api/v1/projects/${project.id}/webhooks`;
const events = ['bug.created'];

describe('an address in a network that is not public', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.255.255.254:8080/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://０x7f.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://192.0.2.1/',
    'http://192.31.196.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'https://localhost:443/',
  ])('%s is refused, when it is new and for a change', async (url) => {
    expectRefused(await ada.api.post(webhooks, { url, events }), 'url');
    const webhook = await aWebhook(ada, project, { url: 'https://192.0.1.1/', events });
    expectRefused(await ada.api.patch(webhook.path, { url }), 'url');
    await ada.api.delete(webhook.path);
  });

  it('is refused again at the delivery, which sends nothing', async () => {
    const receiver = await startReceiver();
    const lenient = await startNode(database, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    const owner = { ...ada, api: lenient.anyone.with({ authorization: `Bearer ${ada.token}` }) };
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
      const webhook = await aWebhook(owner, project, { url, events });
      const { body } = await ada.api.post(`${webhook.path}/test`);
      expect(body).toMatchObject({
        status: 'failed',
        response_status: null,
        error: 'The URL resolves to a private, local or reserved network',
      });
      expect(receiver.received).toEqual([]);
      await owner.api.post(`${webhook.path}/test`);
      expect(receiver.received.splice(0)).toHaveLength(1);
    }
  });
});
