import { button, make } from '../form/dom.ts';
import type { Words } from '../languages/en.ts';
import { encode } from './encode.ts';

type Tool = 'pen' | 'mark' | 'hide';

interface Shape {
  tool: Tool;
  /** All points of a line, or two corners. */
  points: [number, number][];
}

/** Lets the person draw on a picture, in place of the form. Answers null when they leave it as it is. */
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
    // Escape leaves the drawing, not the form.
    const stay = (event: Event) => {
      event.preventDefault();
      leave(null);
    };
    dialog.addEventListener('cancel', stay);
    const cancel = button('×', () => leave(null), 'x');
    cancel.ariaLabel = words.close;
    const done = button(
      words.done,
      () => leave(shapes.length > 0 ? encode(canvas, width, height) : null),
      'main',
    );
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
