import type { Paint } from './walk.ts';

/** Pictures, films, frames and drawings. Answers whether the element was one. */
export function paintMedia(what: Paint): boolean {
  const { context, element, box } = what;
  if (!box.width || !box.height) return false;
  if (element instanceof SVGSVGElement) paintDrawing(context, element);
  else if (element instanceof HTMLImageElement)
    paintPicture(what, element, element.naturalWidth, element.naturalHeight);
  else if (element instanceof HTMLVideoElement)
    paintPicture(what, element, element.videoWidth, element.videoHeight);
  else if (element instanceof HTMLCanvasElement) paintPicture(what, element, element.width, element.height);
  else if (/^(iframe|object|embed)$/.test(element.localName)) paintUnknown(context, box);
  else return false;
  return true;
}

function paintUnknown(context: CanvasRenderingContext2D, { x, y, width, height }: DOMRect): void {
  context.fillStyle = '#8884';
  context.fillRect(x, y, width, height);
}

function paintPicture(
  { context, box, style }: Paint,
  source: CanvasImageSource,
  width: number,
  height: number,
): void {
  if (!width || !height) return;
  if (!isReadable(source)) {
    paintUnknown(context, box);
    return;
  }
  const scales = [box.width / width, box.height / height];
  const fit = style.objectFit;
  const scale =
    fit === 'contain' ? Math.min(...scales) : fit === 'cover' ? Math.max(...scales) : fit === 'none' ? 1 : 0;
  const [shownWidth, shownHeight] = scale ? [width * scale, height * scale] : [box.width, box.height];
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, Number.parseFloat(style.borderTopLeftRadius) || 0);
  context.clip();
  context.drawImage(
    source,
    box.x + (box.width - shownWidth) / 2,
    box.y + (box.height - shownHeight) / 2,
    shownWidth,
    shownHeight,
  );
}

/** A single picture of another site would make the whole unreadable, so each is tried on its own. */
export function isReadable(source: CanvasImageSource): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  try {
    context?.drawImage(source, 0, 0, 1, 1);
    context?.getImageData(0, 0, 1, 1);
    return true;
  } catch {
    return false;
  }
}

function paintDrawing(context: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  for (const shape of svg.querySelectorAll<SVGGeometryElement>(
    'path,rect,circle,ellipse,line,polyline,polygon',
  )) {
    if (shape.closest('defs,symbol,clipPath,mask')) continue;
    const matrix = shape.getScreenCTM();
    const style = getComputedStyle(shape);
    if (!matrix || style.display === 'none' || style.visibility !== 'visible') continue;
    context.save();
    context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    context.globalAlpha *= Number(style.opacity);
    const path = pathOf(shape);
    if (isColor(style.fill)) {
      context.fillStyle = style.fill;
      context.fill(path, style.fillRule as CanvasFillRule);
    }
    if (isColor(style.stroke)) {
      context.strokeStyle = style.stroke;
      context.lineWidth = Number.parseFloat(style.strokeWidth) || 1;
      context.lineCap = style.strokeLinecap as CanvasLineCap;
      context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
      context.stroke(path);
    }
    context.restore();
  }
}

const isColor = (paint: string) => paint !== 'none' && !paint.startsWith('url');

function pathOf(shape: SVGGeometryElement): Path2D {
  const path = new Path2D(shape.getAttribute('d') ?? '');
  const lengths = shape as unknown as Record<string, SVGAnimatedLength | undefined>;
  const get = (name: string) => lengths[name]?.baseVal.value ?? 0;
  if (shape instanceof SVGRectElement)
    path.roundRect(get('x'), get('y'), get('width'), get('height'), get('rx'));
  else if (shape instanceof SVGCircleElement) path.arc(get('cx'), get('cy'), get('r'), 0, 7);
  else if (shape instanceof SVGEllipseElement)
    path.ellipse(get('cx'), get('cy'), get('rx'), get('ry'), 0, 0, 7);
  else if (shape instanceof SVGLineElement) {
    path.moveTo(get('x1'), get('y1'));
    path.lineTo(get('x2'), get('y2'));
  } else if (shape instanceof SVGPolylineElement || shape instanceof SVGPolygonElement) {
    for (const { x, y } of shape.points) path.lineTo(x, y);
    if (shape instanceof SVGPolygonElement) path.closePath();
  }
  return path;
}
