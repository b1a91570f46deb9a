import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { anImage } from '../../apps/server/test/images.ts';
import type { Harness } from './harness.ts';
import { createHttpClient } from './http-client.ts';
import type { Installation } from './installation.ts';
import { createTally, type Tally } from './tally.ts';
import type { TestTeam } from './test-team.ts';

interface Uploaded {
  attachmentId: number;
  digest: string;
}

export interface Uploaders {
  acknowledged: Uploaded[];
  /** Responses to the PUT requests. */
  tally: Tally;
  stop(): Promise<void>;
}

const concurrency = 4;
const imageBytes = 200_000;

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Reports bugs with an image continuously. */
export function startUploaders(url: string, { projects }: TestTeam): Uploaders {
  const client = createHttpClient(url);
  const acknowledged: Uploaded[] = [];
  const key = projects[0]?.key ?? '';
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const tally = createTally();
  let isStopping = false;

  const post = async (path: string, body: object) => {
    const response = await client.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    return response.status === 201 ? JSON.parse(response.text) : null;
  };

  async function reportWithImage(): Promise<void> {
    const bug = await post('/api/v1/bugs', { title: 'With an image', description: '-' });
    const image = anImage('image/png', imageBytes);
    const metadata = { filename: 'a.png', content_type: 'image/png', content_length: imageBytes };
    const upload = bug && (await post(`/api/v1/bugs/${bug.id}/attachments`, metadata));
    if (!upload) return;
    const response = await client.send({
      method: 'PUT',
      path: new URL(upload.upload_url).pathname,
      headers: { 'content-type': 'image/png' },
      body: image,
    });
    tally.add(response);
    if (response.status === 200) acknowledged.push({ attachmentId: upload.id, digest: digestOf(image) });
  }

  async function runLoop(): Promise<void> {
    while (!isStopping) {
      await reportWithImage();
      await sleep(50);
    }
  }

  const running = Promise.all(Array.from({ length: concurrency }, runLoop));
  return {
    acknowledged,
    tally,
    async stop() {
      isStopping = true;
      await running;
      client.close();
    },
  };
}

/** Checks that every acknowledged image is stored byte for byte. */
export async function checkUploads(
  harness: Harness,
  { postgres: { db }, filesDir }: Installation,
  { acknowledged }: Uploaders,
): Promise<void> {
  const { rows } = await sql<{ id: number; object_key: string }>`
    select id, object_key from attachments where uploaded_at is not null`.execute(db);
  const keys = new Map(rows.map(({ id, object_key }) => [id, object_key]));
  const isStored = ({ attachmentId, digest }: Uploaded) => {
    const key = keys.get(attachmentId);
    if (!key) return false;
    try {
      return digestOf(readFileSync(join(filesDir, 'attachments', key))) === digest;
    } catch {
      return false;
    }
  };
  const stored = acknowledged.filter(isStored).length;
  const isAll = stored === acknowledged.length && stored > 0;
  harness.expect('acknowledged images stored', String(acknowledged.length), String(stored), isAll);
}
