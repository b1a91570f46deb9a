import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function generateWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** As Standard Webhooks has it: one signature for each secret that holds, in one header. */
export function signatureHeaders(secrets: string[], id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, content)}`).join(' '),
  };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
