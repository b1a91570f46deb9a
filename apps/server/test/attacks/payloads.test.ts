import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aReported, imageOf, upload } from '../attachments.ts';
import { aFolder } from '../folders.ts';
import { aBaseUrl, startService } from '../harness.ts';
import { readDocument } from './document.ts';
import { send } from './send.ts';

// Decompression bombs and polyglot files.

const node = await startService({ BASE_URL: await aBaseUrl(), DATA_DIR: await aFolder() });
const one = await aReported(node);
const document = await readDocument(node);

describe('what was compressed', () => {
  const megabytes = (count: number) => ' '.repeat(count * 1024 * 1024);

  it('is taken up to the size that may be sent plain, and not unpacked further', async () => {
    const bombs = [
      gzipSync(`{"title":"x","description":"x"}${megabytes(8)}`),
      gzipSync(gzipSync(megabytes(8))),
      Buffer.concat([gzipSync('{"title":"x"'), gzipSync(megabytes(8))]),
    ];
    for (const body of bombs) {
      const headers = { 'x-api-key': one.project.api_key, 'content-encoding': 'gzip' };
      const { status } = await send(node, { method: 'POST', path: '/api/v1/bugs', body, headers });
      expect([400, 413]).toContain(status);
    }
  });

  it('is unpacked by no other route', async () => {
    const body = gzipSync('{}');
    for (const { name, method, path } of document.routes.filter((route) => route.body)) {
      if (name === 'POST /api/v1/bugs') continue;
      const headers = {
        authorization: `Bearer ${one.person.token}`,
        'x-api-key': one.project.api_key,
        'content-encoding': 'gzip',
      };
      const { status } = await send(node, { method, path: path.replaceAll(/\{\w+\}/g, '1'), body, headers });
      expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    }
  });
});

describe('an image that is something else too', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  /** A PNG header claiming 65,535 × 65,535 pixels. */
  const huge = Buffer.concat([
    png,
    Buffer.from('0000000d494844520000ffff0000ffff08020000', 'hex'),
    Buffer.alloc(40),
  ]);
  const jpeg = Buffer.from('ffd8ffe0', 'hex');
  const polyglots: [string, string, Buffer][] = [
    ['a page', 'image/png', Buffer.concat([png, Buffer.from('<!doctype html><script>alert(1)</script>')])],
    [
      'a drawing with a script',
      'image/png',
      Buffer.concat([png, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')]),
    ],
    ['a script', 'image/jpeg', Buffer.concat([jpeg, Buffer.from('*/=1;alert(1)/*')])],
    ['an archive', 'image/png', Buffer.concat([png, Buffer.from('PK\x03\x04'), Buffer.alloc(60)])],
    ['a program', 'image/webp', Buffer.from('RIFF\0\0\0\0WEBP#!/bin/sh\nrm -rf /\n', 'latin1')],
    ['far too large to be shown', 'image/png', huge],
  ];

  it.each(polyglots)(
    '(%s) is served so that a browser can only show it',
    async (_name, content_type, bytes) => {
      const reported = await aReported(node);
      const filename = 'x.html\r\nset-cookie: a=b';
      const asked = await reported.ask({ filename, content_type, content_length: bytes.length });
      expect((await upload(asked.body, Buffer.from(bytes))).status).toBe(200);
      const { url } = await imageOf(node, reported);
      const { pathname } = new URL(url);
      for (const accept of ['*/*', 'text/html']) {
        const { status, headers } = await send(node, { method: 'GET', path: pathname, headers: { accept } });
        expect([status, headers['content-type']]).toEqual([200, content_type]);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-frame-options': 'DENY',
        });
        expect(headers['content-disposition']).toMatch(/filename="[\w.-]+\.(png|jpg|jpeg|webp)"/);
        expect(headers).not.toHaveProperty('set-cookie');
      }
    },
  );
});
