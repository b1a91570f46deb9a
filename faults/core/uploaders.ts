import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { anImage } from '../../apps/server/test/images.ts';
import { createExchange } from './exchange.ts';
import type { Hand } from './fault.ts';
import type { Installation } from './installation.ts';
import type { Place } from './place.ts';
import { createTally, type Tally } from './tally.ts';

interface Uploaded {
  attachmentId: number;
  digest: string;
}

export interface Uploaders {
  /** The images that were acknowledged. */
  acknowledged: Uploaded[];
  /** How the images themselves were answered. */
  tally: Tally;
  stop(): Promise<void>;
}

const lanes = 4;
const imageBytes = 200_000;

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** People who report a bug with an image, one after the other. */
export function startUploaders(url: string, { projects }: Place): Uploaders {
  const exchange = createExchange(url);
  const acknowledged: Uploaded[] = [];
  const key = projects[0]?.key ?? '';
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const tally = createTally();
  let isStopping = false;

  const post = async (path: string, body: object) => {
    const reply = await exchange.ask({ method: 'POST', path, headers, body: JSON.stringify(body) });
    return reply.status === 201 ? JSON.parse(reply.text) : null;
  };

  async function reportWithImage(): Promise<void> {
    const bug = await post('/api/v1/bugs', { title: 'With an image', description: '-' });
    const image = anImage('image/png', imageBytes);
    const wish = { filename: 'a.png', content_type: 'image/png', content_length: imageBytes };
    const upload = bug && (await post(`/api/v1/bugs/${bug.id}/attachments`, wish));
    if (!upload) return;
    const reply = await exchange.ask({
      method: 'PUT',
      path: new URL(upload.upload_url).pathname,
      headers: { 'content-type': 'image/png' },
      body: image,
    });
    tally.add(reply);
    if (reply.status === 200) acknowledged.push({ attachmentId: upload.id, digest: digestOf(image) });
  }

  async function runLane(): Promise<void> {
    while (!isStopping) {
      await reportWithImage();
      await sleep(50);
    }
  }

  const running = Promise.all(Array.from({ length: lanes }, runLane));
  return {
    acknowledged,
    tally,
    async stop() {
      isStopping = true;
      await running;
      exchange.close();
    },
  };
}

/** Every image that was acknowledged is there, byte by byte. */
export async function checkUploads(
  hand: Hand,
  { postgres: { db }, filesDir }: Installation,
  { acknowledged }: Uploaders,
): Promise<void> {
  const { rows } = await sql<{ id: number; object_key: string }>`
    select id, object_key from attachments where uploaded_at is not null`.execute(db);
  const keys = new Map(rows.map(({ id, object_key }) => [id, object_key]));
  const isKept = ({ attachmentId, digest }: Uploaded) => {
    const key = keys.get(attachmentId);
    if (!key) return false;
    try {
      return digestOf(readFileSync(join(filesDir, 'attachments', key))) === digest;
    } catch {
      return false;
    }
  };
  const kept = acknowledged.filter(isKept).length;
  const isAll = kept === acknowledged.length && kept > 0;
  hand.expect('acknowledged images that are there', String(acknowledged.length), String(kept), isAll);
}
