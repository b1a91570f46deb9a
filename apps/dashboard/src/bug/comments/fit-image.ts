import { maxImageBytes } from '@skep/vocabulary';

const longestSide = 2_560;

/** Returns the image, or a smaller copy if it exceeds the size limit of the server. */
export async function fitImage(file: File): Promise<File> {
  if (file.size <= maxImageBytes) return file;
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('The image is larger than 2 MB and could not be read');
  });
  const { width, height } = bitmap;
  for (let scale = Math.min(1, longestSide / Math.max(width, height)); scale > 0.05; scale *= 0.7) {
    const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    // Browsers without WebP encoding return PNG.
    if (blob.size <= maxImageBytes) return new File([blob], file.name, { type: blob.type });
  }
  throw new Error('The image is larger than 2 MB and could not be made smaller');
}
