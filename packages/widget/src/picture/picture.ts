import { button, make } from '../form/dom.ts';
import type { Words } from '../languages/en.ts';

/** The service accepts 2 MiB. */
const maxBytes = 2_000_000;
const maxSide = 2_560;

/** Encodes in the best quality below the size limit. Metadata of the file is dropped. */
async function encode(
  source: ImageBitmap | HTMLCanvasElement | HTMLVideoElement,
  width: number,
  height: number,
): Promise<Blob> {
  for (let scale = Math.min(1, maxSide / Math.max(width, height)); scale > 0.05; scale *= 0.7) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, width * scale);
    canvas.height = Math.max(1, height * scale);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    for (const [type, quality] of Object.entries({ 'image/png': 1, 'image/webp': 0.9, 'image/jpeg': 0.8 })) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
      if (blob && blob.size <= maxBytes) return blob;
    }
  }
  throw new Error('The image cannot be compressed enough.');
}

type Tool = 'pen' | 'mark' | 'hide';

interface Shape {
  tool: Tool;
  points: [number, number][];
}

/** Shows the image editor in place of the form. Returns null if nothing was changed. */
export async function edit(dialog: HTMLDialogElement, image: Blob, words: Words): Promise<Blob | null> {
  const bitmap = await createImageBitmap(image);
  const { width, height } = bitmap;
  const canvas = make('canvas', { width, height, tabIndex: 0, ariaLabel: words.screenshot, role: 'img' });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const shapes: Shape[] = [];
  const lineWidth = Math.max(3, width / 300);
  let tool: Tool = 'hide';

  const draw = () => {
    context.drawImage(bitmap, 0, 0);
    for (const shape of shapes) drawShape(context, shape, lineWidth);
    undo.disabled = shapes.length === 0;
  };
  const tools = (['hide', 'mark', 'pen'] as const).map((name) => button(words[name], () => choose(name)));
  const choose = (name: Tool) => {
    tool = name;
    for (const one of tools) one.ariaPressed = `${one.textContent === words[name]}`;
  };
  const undo = button(words.undo, () => {
    shapes.pop();
    draw();
  });

  const pointOf = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const { left, top, width: shownWidth, height: shownHeight } = canvas.getBoundingClientRect();
    return [((clientX - left) / shownWidth) * width, ((clientY - top) / shownHeight) * height];
  };
  canvas.onpointerdown = (event) => {
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    shapes.push({ tool, points: [point, point] });
    draw();
  };
  canvas.onpointermove = (event) => {
    const shape = shapes.at(-1);
    if (!shape || !canvas.hasPointerCapture(event.pointerId)) return;
    if (shape.tool === 'pen') shape.points.push(pointOf(event));
    else shape.points[1] = pointOf(event);
    draw();
  };

  choose('hide');
  draw();
  const form = [...dialog.childNodes];
  dialog.classList.add('wide');
  return new Promise((resolve, reject) => {
    const leave = (result: Promise<Blob> | null) => {
      dialog.removeEventListener('cancel', stay);
      dialog.classList.remove('wide');
      dialog.replaceChildren(...form);
      if (result) result.then(resolve, reject);
      else resolve(null);
    };
    // Escape closes the editor, not the form.
    const stay = (event: Event) => {
      event.preventDefault();
      leave(null);
    };
    dialog.addEventListener('cancel', stay);
    const cancel = button('×', () => leave(null), 'x');
    cancel.ariaLabel = words.close;
    const finish = () => leave(shapes.length > 0 ? encode(canvas, width, height) : null);
    const done = button(words.done, finish, 'main');
    dialog.replaceChildren(
      make('header', null, make('h2', null, words.screenshot), cancel),
      make('div', { className: 'body' }, canvas),
      make('footer', null, ...tools, undo, done),
    );
    tools[0]?.focus();
  });
}

function drawShape(context: CanvasRenderingContext2D, { tool, points }: Shape, lineWidth: number): void {
  const [[x, y], [toX, toY]] = points as [[number, number], [number, number]];
  context.save();
  if (tool === 'pen') {
    context.strokeStyle = '#e11d48';
    context.lineWidth = lineWidth;
    context.lineCap = context.lineJoin = 'round';
    context.beginPath();
    for (const point of points) context.lineTo(...point);
    context.stroke();
  } else {
    context.fillStyle = tool === 'hide' ? '#000' : '#fde047';
    context.globalCompositeOperation = tool === 'hide' ? 'source-over' : 'multiply';
    context.fillRect(x, y, toX - x, toY - y);
  }
  context.restore();
}

export async function scaleDown(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  return encode(bitmap, bitmap.width, bitmap.height);
}

/** Lets the user choose a screen, window or tab and captures one frame without the widget. */
export async function captureScreen(host: Element): Promise<Blob> {
  const options = { __proto__: null, video: true, preferCurrentTab: true, selfBrowserSurface: 'include' };
  const stream = await navigator.mediaDevices.getDisplayMedia(options as DisplayMediaStreamOptions);
  host.toggleAttribute('away', true);
  try {
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    // The first frames may still show the form.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return await encode(video, video.videoWidth, video.videoHeight);
  } finally {
    for (const track of stream.getTracks()) track.stop();
    host.removeAttribute('away');
  }
}
