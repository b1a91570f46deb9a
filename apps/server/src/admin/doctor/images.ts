import { randomUUID } from 'node:crypto';
import type { Config, S3Config } from '../../config.ts';
import { fetchWithDnsCheck } from '../../dns/lookup.ts';
import { S3Client } from '../../storage/s3.ts';
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts';

const timeoutMs = 5_000;
const content = 'Created by skep admin doctor. Safe to delete.';
const type = 'text/plain';

/** Writes, reads, lists and deletes a test object, as the service does with images. */
export async function checkS3({ s3, baseUrl }: Config): Promise<Finding[]> {
  if (!s3) return [skipped('The S3_ variables are not set: images are stored in DATA_DIR')];
  const client = new S3Client(s3);
  const prefix = 'skep/doctor/';
  const key = `${prefix}${randomUUID()}`;
  try {
    await put(client, key);
    const read = await client.begin(key, content.length);
    const listed = await Array.fromAsync(client.list(prefix));
    await client.delete(key);
    if (read.bytes.toString() !== content || !listed.some((object) => object.key === key))
      return [problem(`${bucketOf(s3)} returns different data than was stored`, 'Check S3_ENDPOINT.')];
    return [
      ok(`Wrote, read, listed and deleted a test object in ${bucketOf(s3)}`),
      await checkCors(client, key, new URL(baseUrl).origin),
    ];
  } catch (error) {
    await client.delete(key).catch(() => {});
    return [
      problem(
        `${bucketOf(s3)} is not usable: ${reasonOf(error)}`,
        'Check the S3_ variables and the permissions of the access key. See docs/configuration.md, Attachments.',
      ),
    ];
  }
}

const bucketOf = ({ bucket, endpoint }: S3Config) => `the bucket ${bucket} at ${new URL(endpoint).host}`;

async function send(client: S3Client, key: string, request: RequestInit): Promise<Response> {
  const url = await client.presign('PUT', key, { expiresSeconds: 60, headers: { 'content-type': type } });
  const answer = await fetchWithDnsCheck(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
  await answer.arrayBuffer();
  return answer;
}

async function put(client: S3Client, key: string): Promise<void> {
  const answer = await send(client, key, { method: 'PUT', headers: { 'content-type': type }, body: content });
  if (!answer.ok) throw new Error(`The S3 store responded ${answer.status} to PUT`);
}

/** Sends a preflight request. For origins other than our own, only a wildcard rule can be detected. */
async function checkCors(client: S3Client, key: string, origin: string): Promise<Finding> {
  const answer = await send(client, key, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  });
  const allowed = answer.headers.get('access-control-allow-origin');
  if (answer.ok && allowed === '*') return ok('CORS allows uploads from every origin');
  if (answer.ok && allowed === origin)
    return ok(`CORS allows uploads from ${origin}; other origins cannot be checked from here`);
  return warning(
    `CORS does not allow uploads from ${origin}`,
    'Add a CORS rule to the bucket that allows PUT with content-type from the reporting pages.',
  );
}
