import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, bodyTooLarge, malformed } from '../../errors.ts';
import { parseJson, readText } from '../../http/body.ts';

const largestReport = 512 * 1024;
const unzip = promisify(gunzip);

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a report as text: `extra` is stored as it stands there. */
    reportText: string;
  }
}

/**
 * Lets reports be larger than other bodies, and be compressed with gzip. The limit also holds for the decompressed size,
 * which guards against decompression bombs.
 */
export function acceptReports(app: FastifyInstance): void {
  app.decorateRequest('reportText', '');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: largestReport },
    (request: FastifyRequest, body: Buffer, done) => {
      const encoding = request.headers['content-encoding'];
      const parse = (plain: Buffer) => {
        request.reportText = readText(plain);
        return parseJson(request.reportText);
      };
      if (encoding === undefined || encoding === 'identity') {
        try {
          done(null, parse(body));
        } catch (error) {
          done(error as Error);
        }
        return;
      }
      decompress(body, encoding)
        .then(parse)
        .then((value) => done(null, value), done);
    },
  );
}

async function decompress(body: Buffer, encoding: string): Promise<Buffer> {
  if (encoding.toLowerCase() !== 'gzip')
    throw new ApiError(415, 'Send the body plain or compressed with gzip');
  try {
    return await unzip(body, { maxOutputLength: largestReport });
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? bodyTooLarge() : malformed('The body is not valid gzip');
  }
}
