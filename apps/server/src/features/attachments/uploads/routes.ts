import { imageTypes } from '@skep/vocabulary';
import Type from 'typebox';
import { readExpiringLink } from '../../../auth/signed-links.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/connection.ts';
import { ApiError, forbidden, invalid, notFound, originNotAllowed } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { compileOrigins } from '../../../http/headers.ts';
import { Id, Timestamp } from '../../../schema.ts';
import { beginsLike, largestImage } from '../../../storage/images.ts';
import { finishUpload, hasImageAlready } from '../operations.ts';
import { noteRefusedUpload } from '../queries.ts';

/** These describe the body for the OpenAPI document only: the operation checks the bytes. */
const uploadedTypes: string[] = [...imageTypes];
const UploadBody = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

const UploadParams = Type.Object({
  token: Type.String({ description: 'The end of an `upload_url`.' }),
});

const FinishedUpload = Type.Object(
  { id: Id(), uploaded_at: Timestamp() },
  { title: 'FinishedUpload', examples: [{ id: 17, uploaded_at: '2026-11-15T09:00:02.000Z' }] },
);

type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Answers undefined when the attachment has been replaced or deleted. */
function findUpload(db: Db, id: number) {
  return db
    .selectFrom('attachments')
    .innerJoin('projects', 'projects.id', 'attachments.project_id')
    .select([
      'attachments.id',
      'attachments.bug_id',
      'attachments.content_type',
      'attachments.content_length',
      'attachments.object_key',
      'attachments.expires_at',
      'attachments.uploaded_at',
      'projects.allowed_origins',
    ])
    .where('attachments.id', '=', id)
    .executeTakeFirst();
}

interface UploadHeaders {
  origin?: string | undefined;
  'content-type'?: string | undefined;
  'content-encoding'?: string | undefined;
}

const uploadAddressExpired = () => forbidden('This upload address is not valid any more: ask for a new one');

const otherImageType = (type: string) => new ApiError(415, `Send the bytes as they are, as ${type}`);
const noSuchImage = (type: string) => invalid('body', `must be ${type}`);

/** Finds the upload that a token is for. */
async function admitUpload(context: Context, token: string, { origin }: UploadHeaders): Promise<UploadRow> {
  const id = readExpiringLink(context.secretKey, 'upload', token);
  const upload = id === null ? undefined : await findUpload(context.pools.main, id);
  if (!upload || upload.expires_at.getTime() <= Date.now()) throw uploadAddressExpired();
  if (origin !== undefined && !compileOrigins(upload.allowed_origins)(origin)) {
    throw originNotAllowed();
  }
  return upload;
}

/** Does every check of an upload that is possible before the bytes of the body have arrived. */
function checkUploadHeaders(upload: UploadRow, headers: UploadHeaders): void {
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (headers['content-type']?.toLowerCase() !== upload.content_type || !isPlain) {
    throw otherImageType(upload.content_type);
  }
}

/** From now on, others may ask for an upload in the place of one whose bytes were refused. */
async function noteRefusal(context: Context, upload: UploadRow): Promise<void> {
  await noteRefusedUpload(context.pools.main, upload.id);
}

async function receiveUpload(context: Context, upload: UploadRow, bytes: Buffer) {
  const { storage } = context;
  if (storage.kind !== 'local') throw notFound();
  if (bytes.length !== upload.content_length) {
    throw invalid(
      'body',
      `must have the ${upload.content_length} bytes that were announced, not ${bytes.length}`,
    );
  }
  if (!beginsLike(upload.content_type, bytes)) throw noSuchImage(upload.content_type);
  if (upload.uploaded_at) throw hasImageAlready();
  const draft = await storage.draft(bytes);
  try {
    const uploadedAt = await finishUpload(context, upload, () => draft.keep(upload.object_key));
    if (uploadedAt) return { id: upload.id, uploaded_at: uploadedAt };
  } finally {
    await draft.discard();
  }
  throw (await findUpload(context.pools.main, upload.id))?.uploaded_at
    ? hasImageAlready()
    : uploadAddressExpired();
}

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
