/** The service takes 2 MiB. */
const mostBytes = 2_000_000;
const longestSide = 2_560;

/** Writes a picture in the best of the ways that stay small enough. Nothing of a file but its pixels is kept. */
export async function encode(
  source: ImageBitmap | HTMLCanvasElement | HTMLVideoElement,
  width: number,
  height: number,
): Promise<Blob> {
  for (let scale = Math.min(1, longestSide / Math.max(width, height)); scale > 0.05; scale *= 0.7) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, width * scale);
    canvas.height = Math.max(1, height * scale);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    for (const [type, quality] of [
      ['image/png', 1],
      ['image/webp', 0.9],
      ['image/jpeg', 0.8],
    ] as const) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
      if (blob && blob.size <= mostBytes) return blob;
    }
  }
  throw new Error('The picture cannot be made small enough.');
}
