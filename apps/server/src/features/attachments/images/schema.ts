import { imageTypes } from '@skep/vocabulary';
import Type from 'typebox';

export const AttachmentParams = Type.Object({
  token: Type.String({ description: "The end of an attachment's `url`." }),
});

const bytes = { schema: { type: 'string', format: 'binary' } };

export const Image = {
  description: 'The image',
  content: Object.fromEntries(imageTypes.map((type) => [type, bytes])),
};
