import { imageTypes } from '@skep/vocabulary';
import type { Context } from '../../context.ts';
import { invalid, malformed, originNotAllowed } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { IdParams } from '../../schema.ts';
import { isImageType, largestImage } from '../../storage/images.ts';
import { imageRoutes } from './images/routes.ts';
import {
  hasImageAlready,
  isUploadTokenOf,
  requestUpload,
  uploadIsPending,
  uploadTokenNeeded,
} from './operations.ts';
import { NewAttachment, Upload, UploadRequestHeaders } from './schema.ts';
import { uploadRoutes } from './uploads/routes.ts';

export function attachmentRoutes(app: App, context: Context): void {
  app.post(
    '/bugs/:bug_id/attachments',
    {
      config: {
        auth: 'key',
        crossOrigin: true,
        errors: [
          originNotAllowed(),
          uploadTokenNeeded(),
          hasImageAlready(),
          uploadIsPending(),
          tooManyBytes(),
        ],
      },
      schema: {
        tags: ['ingest'],
        operationId: 'requestUpload',
        summary: 'Ask where to upload an image for a report',
        description:
          'Then send the image to `upload_url`. A bug has one image: a second is refused once the first has arrived. ' +
          'Another upload can be asked for once the pending one has expired or its PUT was refused. ' +
          'Whoever sends the `upload_token` of the report as `X-Upload-Token` may replace the pending one at any time. ' +
          'Images are taken for an hour after the report, with that token for a week.',
        params: IdParams('bug_id'),
        headers: UploadRequestHeaders,
        body: NewAttachment,
        response: { 201: Upload },
      },
      preValidation: async ({ body }) => demandImageType(body),
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

const tooManyBytes = () => invalid('content_length', `must be 1 to ${largestImage}`);

/** The specification wants a status of its own for this field, 400, even where other fields are wrong as well. */
function demandImageType(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  if (!isImageType((body as { content_type?: unknown }).content_type)) {
    throw malformed(`content_type: must be one of ${imageTypes.join(', ')}`);
  }
}
