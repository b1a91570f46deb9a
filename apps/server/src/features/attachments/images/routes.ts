import { imageTypes } from '@skep/vocabulary';
import Type from 'typebox';
import { readExpiringLink } from '../../../auth/signed-links.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/connection.ts';
import { forbidden, notFound } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { contentDisposition } from '../../../storage/images.ts';
import { imageCaching } from '../../../storage/storage.ts';

const AttachmentParams = Type.Object({
  token: Type.String({ description: "The end of an attachment's `url`." }),
});

const bytes = { schema: { type: 'string', format: 'binary' } };

export const Image = {
  description: 'The image',
  content: Object.fromEntries(imageTypes.map((type) => [type, bytes])),
};

/** Answers undefined unless the image has been uploaded and belongs to a report that was stored, not dropped. */
function findImage(db: Db, id: number) {
  return db
    .selectFrom('attachments')
    .select(['filename', 'content_type', 'content_length', 'object_key'])
    .where('id', '=', id)
    .where('uploaded_at', 'is not', null)
    .where('is_dropped', '=', false)
    .executeTakeFirst();
}

const imageAddressExpired = () => forbidden('This address is not valid any more: read the bug again');

/** Opens the image of a signed link. The link itself is the permission: it was given to somebody who may read the bug. */
async function openImage({ secretKey, pools, storage }: Context, token: string) {
  const id = readExpiringLink(secretKey, 'attachment', token);
  if (id === null) throw imageAddressExpired();
  const image = await findImage(pools.main, id);
  const file = image && storage.kind === 'local' && (await storage.open(image.object_key));
  if (!file) throw notFound();
  return { ...image, file };
}

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
