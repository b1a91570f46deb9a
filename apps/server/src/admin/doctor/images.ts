import { randomUUID } from 'node:crypto';
import type { Config, S3Config } from '../../config.ts';
import { fetchWithDnsCheck } from '../../dns/lookup.ts';
import { S3Client } from '../../storage/s3.ts';
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts';

const timeoutMs = 5_000;
const content = 'Made by skep admin doctor, and may be deleted.';
const type = 'text/plain';

/** Writes, reads, lists and deletes a test object, as the service does with images. */
export async function checkS3({ s3, baseUrl }: Config): Promise<Finding[]> {
  if (!s3) return [skipped('The S3_ variables are not set: images are files in DATA_DIR')];
  const client = new S3Client(s3);
  const prefix = 'skep/doctor/';
  const key = `${prefix}${randomUUID()}`;
  try {
    await put(client, key);
    const read = await client.begin(key, content.length);
    const listed = await Array.fromAsync(client.list(prefix));
    await client.delete(key);
    if (read.bytes.toString() !== content || !listed.some((object) => object.key === key))
      return [
        problem(`${placeOf(s3)} does not give back what it was given`, 'See what stands at S3_ENDPOINT.'),
      ];
    return [
      ok(`An object was put into ${placeOf(s3)}, read, listed and deleted`),
      await checkCors(client, key, new URL(baseUrl).origin),
    ];
  } catch (error) {
    await client.delete(key).catch(() => {});
    return [
      problem(
        `${placeOf(s3)} cannot be used: ${reasonOf(error)}`,
        'Check the S3_ variables and the permissions of the access key. See docs/configuration.md, Attachments.',
      ),
    ];
  }
}

const placeOf = ({ bucket, endpoint }: S3Config) => `the bucket ${bucket} at ${new URL(endpoint).host}`;

async function send(client: S3Client, key: string, request: RequestInit): Promise<Response> {
  const url = await client.presign('PUT', key, { expiresSeconds: 60, headers: { 'content-type': type } });
  const answer = await fetchWithDnsCheck(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
  await answer.arrayBuffer();
  return answer;
}

async function put(client: S3Client, key: string): Promise<void> {
  const answer = await send(client, key, { method: 'PUT', headers: { 'content-type': type }, body: content });
  if (!answer.ok) throw new Error(`The S3 store answered ${answer.status} to PUT`);
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
  if (answer.ok && allowed === '*') return ok('Pages of every origin may send images to it');
  if (answer.ok && allowed === origin)
    return ok(`Pages of ${origin} may send images to it; other origins cannot be checked from here`);
  return warning(
    `It does not let pages of ${origin} send images`,
    'Give the bucket a CORS rule that allows PUT with content-type from the pages that report.',
  );
}
