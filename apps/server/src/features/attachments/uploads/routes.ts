import type { Context } from '../../../context.ts';
import { ApiError } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { largestImage } from '../../../storage/images.ts';
import { hasImageAlready } from '../operations.ts';
import {
  admitUpload,
  checkUploadHeaders,
  noSuchImage,
  noteRefusal,
  otherImageType,
  receiveUpload,
  uploadAddressExpired,
} from './operations.ts';
import { FinishedUpload, UploadBody, UploadParams, uploadedTypes } from './schema.ts';

type AdmittedUpload = Awaited<ReturnType<typeof admitUpload>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The upload that a PUT to an upload address is for; `preParsing` of that route sets it. */
    upload: AdmittedUpload | undefined;
  }
}

/** Of an image that is too large, of another type, or not what was announced. A connection that broke may send it again. */
const refusals = [413, 415, 422];

/** The address to which images are sent when they are kept in the local folder; an S3 store has addresses of its own. */
export function uploadRoutes(app: App, context: Context): void {
  app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    uploads.decorateRequest('upload');

    uploads.put(
      '/uploads/:token',
      {
        config: {
          auth: 'public',
          crossOrigin: true,
          errors: [
            uploadAddressExpired(),
            hasImageAlready(),
            otherImageType('image/png'),
            noSuchImage('image/png'),
          ],
        },
        bodyLimit: largestImage,
        schema: {
          tags: ['ingest'],
          operationId: 'uploadImage',
          summary: 'Upload the image of a report',
          description: 'At the `upload_url` of an attachment, with its type and exactly its length.',
          consumes: uploadedTypes,
          params: UploadParams,
          body: UploadBody,
          response: { 200: FinishedUpload },
        },
        validatorCompiler: () => () => true,
        // This hook runs before the body is read, and after the CORS headers are set that let a page read a refusal.
        preParsing: async (request) => {
          const { token } = request.params as { token: string };
          const upload = await admitUpload(context, token, request.headers);
          request.upload = upload;
          checkUploadHeaders(upload, request.headers);
        },
        errorHandler: async (error, request, reply) => {
          const status = error instanceof ApiError ? error.status : error.statusCode;
          if (request.upload && refusals.includes(status ?? 500)) await noteRefusal(context, request.upload);
          return app.errorHandler(error, request, reply);
        },
      },
      ({ upload, body }) => receiveUpload(context, upload as AdmittedUpload, body ?? Buffer.alloc(0)),
    );
  });
}
