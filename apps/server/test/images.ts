import { randomBytes } from 'node:crypto';

const beginnings = {
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/jpeg': Buffer.from('ffd8ffe0', 'hex'),
  'image/webp': Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
};

/** A WAV header, which uses the same container (RIFF) as WebP. */
export function aSound(length = 600): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), randomBytes(length - 12)]);
}

/** Unique bytes that start like an image of this type. */
export function anImage(type: keyof typeof beginnings = 'image/png', length = 600): Buffer<ArrayBuffer> {
  const beginning = beginnings[type];
  return Buffer.concat([beginning, randomBytes(length - beginning.length)]);
}
