import { imageTypes, maxImageBytes } from '@skep/vocabulary';
import Type from 'typebox';
import { readExpiringLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import { ApiError, forbidden, invalid, malformed, notFound, originNotAllowed } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { IdParams } from '../../schema.ts';
import { contentDisposition, isImageType } from '../../storage/images.ts';
import { imageCaching } from '../../storage/storage.ts';
import {
  hasImageAlready,
  isUploadTokenOf,
  requestUpload,
  uploadIsPending,
  uploadTokenNeeded,
} from './operations.ts';
import { findImage, noteRefusedUpload } from './queries.ts';
import { FinishedUpload, Image, NewAttachment, Upload, UploadBody, UploadRequestHeaders } from './schema.ts';
import {
  admitUpload,
  hasArrived,
  noSuchImage,
  otherImageType,
  receiveUpload,
  type UploadRow,
  uploadAddressExpired,
} from './uploads.ts';

export function attachmentRoutes(app: App, context: Context): void {
  app.post(
    '/bugs/:bug_id/attachments',
    {
      config: {
        auth: 'key',
        crossOrigin: true,
        hasSecret: true,
        errors: [
          originNotAllowed(),
          uploadTokenNeeded(),
          hasImageAlready(),
          uploadIsPending(),
          invalid('content_length', `must be 1 to ${maxImageBytes}`),
        ],
      },
      schema: {
        tags: ['ingest'],
        operationId: 'requestUpload',
        summary: 'Request an upload URL for a report',
        description:
          'Send the image to `upload_url` afterwards. A bug has one image; further ones are rejected. ' +
          'A pending upload can be replaced after it has expired or its PUT was rejected. ' +
          'With the `upload_token` of the report in `X-Upload-Token`, it can be replaced at any time. ' +
          'Images are accepted for one hour after the report, or for a week with the token.',
        params: IdParams('bug_id'),
        headers: UploadRequestHeaders,
        body: NewAttachment,
        response: { 201: Upload },
      },
      preValidation: async ({ body }) => requireImageType(body),
    },
    async ({ apiKey, params, headers, body }, reply) => {
      const token = headers['x-upload-token'] as string | undefined;
      const isReporter = isUploadTokenOf(context.secretKey, params.bug_id, token);
      const upload = await requestUpload(context, apiKey.projectId, params.bug_id, isReporter, body);
      return reply.code(201).send(upload);
    },
  );

  uploadRoutes(app, context);
  imageRoutes(app, context);
}

/** The specification requires status 400 for this field, even if other fields are invalid too. */
function requireImageType(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  if (!isImageType((body as { content_type?: unknown }).content_type))
    throw malformed(`content_type: must be one of ${imageTypes.join(', ')}`);
}

declare module 'fastify' {
  interface FastifyRequest {
    upload: UploadRow | undefined;
  }
}

/** Rejections of the content. A broken connection is not one: the upload can be repeated. */
const refusals = [413, 415, 422];

/** Receives images for the local store. S3 uploads go directly to the store. */
function uploadRoutes(app: App, context: Context): void {
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
            hasArrived(),
            otherImageType('image/png'),
            noSuchImage('image/png'),
          ],
        },
        bodyLimit: maxImageBytes,
        schema: {
          tags: ['ingest'],
          operationId: 'uploadImage',
          summary: 'Upload an image',
          description:
            'The `upload_url` of an attachment or comment image. Type and length must match the request.',
          consumes: [...imageTypes],
          params: Type.Object({
            token: Type.String({ description: 'Last path segment of an `upload_url`.' }),
          }),
          body: UploadBody,
          response: { 200: FinishedUpload },
        },
        validatorCompiler: () => () => true,
        // Runs before the body is read, and after the CORS headers are set so that pages can read an error.
        preParsing: async (request) => {
          const { token } = request.params as { token: string };
          const upload = await admitUpload(context, token, request.headers.origin);
          request.upload = upload;
          const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
          if (type?.toLowerCase() !== upload.content_type || encoding !== 'identity')
            throw otherImageType(upload.content_type);
        },
        errorHandler: async (error, request, reply) => {
          const status = error instanceof ApiError ? error.status : error.statusCode;
          // From now on others may request a replacement.
          if (request.upload && refusals.includes(status ?? 500))
            await noteRefusedUpload(context.pools.main, request.upload.id);
          return app.errorHandler(error, request, reply);
        },
      },
      ({ upload, body }) => receiveUpload(context, upload as UploadRow, body ?? Buffer.alloc(0)),
    );
  });
}

const imageAddressExpired = () => forbidden('The image URL has expired. Reload the bug to get a new one.');

/** Browsers show the bytes as an image of the declared type or not at all. */
const imageSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // Other origins may embed the image: the signed URL is the credential.
  'cross-origin-resource-policy': 'cross-origin',
};

function imageRoutes(app: App, { secretKey, pools, storage }: Context): void {
  app.get(
    '/attachments/:token',
    {
      config: { auth: 'public', errors: [imageAddressExpired(), 404] },
      schema: {
        tags: ['bugs'],
        operationId: 'getImage',
        summary: 'Download an image',
        params: Type.Object({ token: Type.String({ description: 'Last path segment of an image `url`.' }) }),
        response: { 200: Image },
      },
    },
    async ({ params }, reply) => {
      const id = readExpiringLink(secretKey, 'attachment', params.token);
      if (id === null) throw imageAddressExpired();
      const image = await findImage(pools.main, id);
      const file = image && storage.kind === 'local' && (await storage.open(image.object_key));
      if (!file) throw notFound();
      return reply
        .headers(imageSecurityHeaders)
        .header('cache-control', imageCaching)
        .header('content-type', image.content_type)
        .header('content-length', image.content_length)
        .header('content-disposition', contentDisposition(image.filename, image.content_type))
        .send(file.createReadStream());
    },
  );
}
