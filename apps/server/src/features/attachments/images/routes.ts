import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { contentDisposition } from '../../../storage/images.ts';
import { imageCaching } from '../../../storage/storage.ts';
import { imageAddressExpired, openImage } from './operations.ts';
import { AttachmentParams, Image } from './schema.ts';

/** Headers with which a browser shows the bytes as an image of the announced type or not at all, whatever they are. */
const neverExecuted = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // Pages of other origins may embed the image: the signed address is the credential, and they have it from the API.
  'cross-origin-resource-policy': 'cross-origin',
};

export function imageRoutes(app: App, context: Context): void {
  app.get(
    '/attachments/:token',
    {
      config: { auth: 'public', errors: [imageAddressExpired(), 404] },
      schema: {
        tags: ['bugs'],
        operationId: 'getImage',
        summary: "Show a bug's image",
        params: AttachmentParams,
        response: { 200: Image },
      },
    },
    async ({ params }, reply) => {
      const { file, filename, content_type, content_length } = await openImage(context, params.token);
      return reply
        .headers(neverExecuted)
        .header('cache-control', imageCaching)
        .header('content-type', content_type)
        .header('content-length', content_length)
        .header('content-disposition', contentDisposition(filename, content_type))
        .send(file.createReadStream());
    },
  );
}
