import type { ImageType } from '@skep/vocabulary';

const kinds: Record<ImageType, { extension: string; endings: string[] }> = {
  'image/png': { extension: '.png', endings: ['.png'] },
  'image/jpeg': { extension: '.jpg', endings: ['.jpg', '.jpeg'] },
  'image/webp': { extension: '.webp', endings: ['.webp'] },
};

export const signatureLength = 12;

export const extensionOf = (type: ImageType): string => kinds[type].extension;

export function isImageType(value: unknown): value is ImageType {
  return typeof value === 'string' && Object.hasOwn(kinds, value);
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

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

/** Control characters and bidi marks, not allowed in file names. */
const unsafeCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Appends an extension that fits the type, so that `page.html` is not opened as a page. */
export function contentDisposition(filename: string, type: ImageType): string {
  const plain = withFittingEnd(filename.replace(/[^A-Za-z0-9._-]+/g, '_').slice(-100), type);
  const whole = withFittingEnd(filename.replace(unsafeCharacters, '_'), type);
  if (whole === plain) return `inline; filename="${plain}"`;
  return `inline; filename="${plain}"; filename*=UTF-8''${percentEncode(whole)}`;
}

function withFittingEnd(name: string, type: ImageType): string {
  const fits = kinds[type].endings.some((ending) => name.toLowerCase().endsWith(ending));
  return fits ? name : name + kinds[type].extension;
}

/** RFC 8187 escapes a few more characters than URLs do. */
const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
