import Type from 'typebox';
import { imageTypes } from '../../../storage/images.ts';

export const AttachmentParams = Type.Object({
  token: Type.String({ description: "The end of an attachment's `url`." }),
});

const bytes = { schema: { type: 'string', format: 'binary' } };

export const Image = {
  description: 'The image',
  content: Object.fromEntries(imageTypes.map((type) => [type, bytes])),
};
