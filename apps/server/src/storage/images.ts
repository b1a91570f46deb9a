/** The kinds of image that are taken: how each begins, and how its file name ends. */
const kinds = {
  'image/png': { extension: '.png', endings: ['.png'] },
  'image/jpeg': { extension: '.jpg', endings: ['.jpg', '.jpeg'] },
  'image/webp': { extension: '.webp', endings: ['.webp'] },
} as const;

export type ImageType = keyof typeof kinds;

export const imageTypes = Object.keys(kinds) as ImageType[];
export const largestImage = 2_097_152;

/** So many bytes at the beginning tell what an image is. */
export const signatureLength = 12;

export const extensionOf = (type: ImageType): string => kinds[type].extension;

export function isImageType(value: unknown): value is ImageType {
  return typeof value === 'string' && Object.hasOwn(kinds, value);
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

/** Whether the bytes are what they claim to be, by their beginning. */
export function beginsLike(type: ImageType, bytes: Buffer): boolean {
  switch (type) {
    case 'image/png':
      return bytes.subarray(0, 8).equals(pngSignature);
    case 'image/jpeg':
      return bytes.subarray(0, 3).equals(jpegSignature);
    case 'image/webp':
      return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  }
}

/**
 * For browsers that show or save the image. Plain characters only, so that no name can break out of the header; and an
 * ending that fits, so that what was named `page.html` is not opened as a page once it is saved.
 */
export function contentDisposition(filename: string, type: ImageType): string {
  const plain = filename.replace(/[^A-Za-z0-9._-]+/g, '_').slice(-100);
  const fits = kinds[type].endings.some((ending) => plain.toLowerCase().endsWith(ending));
  return `inline; filename="${fits ? plain : plain + kinds[type].extension}"`;
}
