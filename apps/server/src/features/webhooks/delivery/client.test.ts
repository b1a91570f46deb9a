import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/webhook-receiver.ts';
import { createWebhookClient } from './client.ts';

const receiver = await startReceiver();
const { port } = new URL(receiver.url);
const url = `http://hooks.example.com:${port}/hook`;
const refused = 'The URL resolves to a private, local or reserved network';
const never = new AbortController().signal;

const post = (resolve: (hostname: string) => Promise<string[]>, options = {}) =>
  createWebhookClient({ allowPrivate: false, resolve, ...options }).post(url, {}, '{}', never);

describe('the addresses of a name', () => {
  it('are checked when the connection is made, whatever they were before', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return answers.shift() as string[];
    };
    const client = createWebhookClient({ allowPrivate: false, resolve });
    expect(await client.problemOf(url)).toBeNull();
    expect(await client.post(url, {}, '{}', never)).toMatchObject({ is_success: false, error: refused });
    expect(asked).toEqual(['hooks.example.com', 'hooks.example.com']);
    expect(receiver.received).toEqual([]);
  });

  it('are looked up once for an attempt, so that none can be swapped between the check and the connection', async () => {
    const answers = [['127.0.0.1'], ['192.0.2.1']];
    const outcome = await post(async () => answers.shift() as string[], { allowPrivate: true });
    expect(outcome.is_success).toBe(true);
    expect(answers).toHaveLength(1);
    expect(receiver.received.pop()?.headers.host).toBe(`hooks.example.com:${port}`);
  });

  it.each([
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['::ffff:127.0.0.1']],
    [['2606:4700::1', '::1']],
  ])('are all checked: %j is refused', async (addresses) => {
    expect(await post(async () => addresses)).toMatchObject({ error: refused });
    const client = createWebhookClient({ allowPrivate: false, resolve: async () => addresses });
    expect(await client.problemOf(url)).toBe('must not resolve to a private, local or reserved network');
    expect(receiver.received).toEqual([]);
  });

  it('may be unknown, which is no problem yet and a failure at the delivery', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' }));
    const client = createWebhookClient({ allowPrivate: false, resolve });
    expect(await client.problemOf(url)).toBeNull();
    expect(await post(resolve)).toMatchObject({ error: 'The host name was not found' });
  });

  it('must not be those of the machine itself, however public they are', async () => {
    const own = () => ['192.168.1.5', '8.8.4.4', '2606:4700::1'];
    for (const address of ['8.8.4.4', '::ffff:8.8.4.4', '64:ff9b::8.8.4.4', '2606:4700:0::0001']) {
      const client = createWebhookClient({ allowPrivate: false, resolve: async () => [address], own });
      expect(await client.problemOf(url)).toBe('must not resolve to a private, local or reserved network');
      expect(await client.post(url, {}, '{}', never)).toMatchObject({ error: refused });
    }
    const other = createWebhookClient({ allowPrivate: false, resolve: async () => ['8.8.8.8'], own });
    expect(await other.problemOf(url)).toBeNull();
  });

  it('are known before a webhook is saved, or it is not saved', async () => {
    const late = 'has a host name that could not be resolved in time. Try again later.';
    const silent = () => new Promise<string[]>(() => {});
    const timedOut = () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ETIMEOUT' }));
    for (const resolve of [silent, timedOut]) {
      const options = { resolve, dnsTimeoutMs: 50 };
      const client = createWebhookClient({ allowPrivate: false, ...options });
      expect(await client.problemOf(url)).toBe(late);
      expect(await createWebhookClient({ allowPrivate: true, ...options }).problemOf(url)).toBeNull();
    }
  });

  it('may never be told, which ends like any other silence', async () => {
    const outcome = await post(() => new Promise(() => {}), { timeoutMs: 200 });
    expect(outcome).toMatchObject({ is_success: false, error: 'No complete response within 0.2 seconds' });
  });
});
