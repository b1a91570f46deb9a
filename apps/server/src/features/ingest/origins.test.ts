import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';

const node = await startService();
const person = await aPerson(node);

/** A project restricted to these origins, once the node knows it. */
async function aGuardedProject(origins: string[]) {
  const project = await aProject(person);
  await person.api.patch(`/api/v1/projects/${project.id}`, { allowed_origins: origins });
  const sender = aSender(node, project);
  const info = () => sender.get('/api/v1/widget/info', { origin: 'https://nobody.example' });
  await expect.poll(async () => (await info()).status).toBe(403);
  return {
    project,
    send: (origin?: string) => sender.post('/api/v1/bugs', aReport(), origin ? { origin } : {}),
  };
}

describe('allowed origins', () => {
  it('admit all when there are none', async () => {
    const sender = aSender(node, await aProject(person));
    expect(
      (await sender.post('/api/v1/bugs', aReport(), { origin: 'https://anywhere.example' })).status,
    ).toBe(201);
  });

  it('refuse every other origin, and store nothing', async () => {
    const { project, send } = await aGuardedProject([
      'https://example.com',
      'https://*.example.org',
      'http://localhost:3000',
    ]);
    for (const good of [
      'https://example.com',
      'https://a.example.org',
      'http://localhost:3000',
      'HTTPS://EXAMPLE.COM',
    ]) {
      expect([good, (await send(good)).status]).toEqual([good, 201]);
    }
    const bad = [
      'http://example.com',
      'https://example.com:8443',
      'https://evil-example.com',
      'https://example.com.evil.net',
      'https://example.org',
      'https://a.b.example.org',
      'https://evil.net/.example.org',
      'http://localhost',
      'null',
    ];
    for (const origin of bad) {
      const answer = await send(origin);
      expect([origin, answer.status, answer.body]).toEqual([origin, 403, { detail: 'Origin not allowed' }]);
    }
    const { body } = await person.api.get(`/api/v1/projects/${project.id}`);
    expect(body.usage.stored).toBe(4);
  });

  it('let requests without an origin pass', async () => {
    const { send } = await aGuardedProject(['https://example.com']);
    expect((await send()).status).toBe(201);
  });
});

describe('pages of other sites', () => {
  it('may ask first, on every route that a key opens', async () => {
    for (const path of ['/api/v1/bugs', '/api/v1/widget/info', '/api/v1/bugs/1/attachments']) {
      const answer = await node.anyone.request('OPTIONS', path, {
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-api-key',
        },
      });
      expect([path, answer.status]).toEqual([path, 204]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-headers')).toContain('x-api-key');
      expect(answer.headers.get('access-control-allow-headers')).toContain('idempotency-key');
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    }
  });

  it('may read every answer, refusals too', async () => {
    const sender = aSender(node, await aProject(person));
    const answers = [
      await sender.post('/api/v1/bugs', aReport()),
      await sender.post('/api/v1/bugs', '{broken'),
      await sender.post('/api/v1/bugs', {}),
      await sender.post('/api/v1/bugs', 'x', { 'content-type': 'text/plain' }),
      await node.anyone.post('/api/v1/bugs', aReport(), { 'x-api-key': 'sk_x' }),
      await sender.delete('/api/v1/bugs'),
      await sender.get('/api/v1/uploads/x'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 422, 415, 401, 405, 405]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    }
  });

  it('may read nothing else', async () => {
    const answer = await person.api.get('/api/v1/projects', { origin: 'https://shop.example' });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });
});
