import { encode } from './encode.ts';

export { edit } from './editor.ts';

/** A picture of any kind that the browser can read, small enough for the service. */
export async function scaleDown(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  return encode(bitmap, bitmap.width, bitmap.height);
}

/** Lets the person choose a screen, window or tab, and takes one picture of it, on which the widget is not to be seen. */
export async function captureScreen(host: Element): Promise<Blob> {
  const options = { __proto__: null, video: true, preferCurrentTab: true, selfBrowserSurface: 'include' };
  const stream = await navigator.mediaDevices.getDisplayMedia(options as DisplayMediaStreamOptions);
  host.toggleAttribute('away', true);
  try {
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    // The first pictures may still show the form.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return await encode(video, video.videoWidth, video.videoHeight);
  } finally {
    for (const track of stream.getTracks()) track.stop();
    host.removeAttribute('away');
  }
}
