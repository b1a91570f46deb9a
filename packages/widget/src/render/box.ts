import type { Paint } from './walk.ts';

export function paintBox({ context, style, box, element }: Paint): void {
  if (!box.width || !box.height || element === document.documentElement) return;
  const radii = [
    style.borderTopLeftRadius,
    style.borderTopRightRadius,
    style.borderBottomRightRadius,
    style.borderBottomLeftRadius,
  ].map((radius) => toPixels(radius, box.width));
  const outline = () => {
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, radii);
  };
  const shadow = /^(\w+\([^)]+\)) (-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px [-\d.]+px(?! inset)/.exec(
    style.boxShadow,
  );
  if (shadow) {
    context.shadowColor = shadow[1] as string;
    context.shadowOffsetX = Number(shadow[2]);
    context.shadowOffsetY = Number(shadow[3]);
    context.shadowBlur = Number(shadow[4]);
  }
  outline();
  if (/blur\((?!0px)/.test(style.backdropFilter)) {
    // The page blurs what is behind this element.
    context.fillStyle = '#999';
    context.fill();
  }
  context.fillStyle = style.backgroundColor;
  context.fill();
  context.shadowColor = 'transparent';
  const gradient = readGradient(context, style.backgroundImage, box);
  if (gradient && style.backgroundClip !== 'text') {
    context.fillStyle = gradient;
    context.fill();
  }
  paintBorder(context, style, box, outline);
}

function paintBorder(
  context: CanvasRenderingContext2D,
  style: CSSStyleDeclaration,
  box: DOMRect,
  outline: () => void,
): void {
  const borders = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    width: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]),
    color: style[`border${side}Color`],
  }));
  const [first] = borders as [(typeof borders)[0]];
  if (borders.every(({ width, color }) => width === first.width && color === first.color)) {
    if (!first.width) return;
    context.save();
    outline();
    context.clip();
    context.lineWidth = first.width * 2;
    context.strokeStyle = first.color;
    context.stroke();
    context.restore();
    return;
  }
  const { x, y, width, height } = box;
  borders.forEach(({ width: thick, color }, index) => {
    context.fillStyle = color;
    if (index === 0) context.fillRect(x, y, width, thick);
    else if (index === 1) context.fillRect(x + width - thick, y, thick, height);
    else if (index === 2) context.fillRect(x, y + height - thick, width, thick);
    else context.fillRect(x, y, thick, height);
  });
}

/** Parses a computed `linear-gradient` with an angle and color stops. */
function readGradient(
  context: CanvasRenderingContext2D,
  image: string,
  { x, y, width, height }: DOMRect,
): CanvasGradient | null {
  const [, inner] = /^linear-gradient\((.+)\)$/.exec(image) ?? [];
  if (!inner) return null;
  const parts = inner.split(/,(?![^(]*\))/).map((part) => part.trim());
  const [first = ''] = parts;
  const corners: Record<string, number> = {
    'to top': 0,
    'to right': 90,
    'to bottom': 180,
    'to left': 270,
    'to top right': 45,
    'to bottom right': 135,
    'to bottom left': 225,
    'to top left': 315,
  };
  const isAngle = /deg$/.test(first) || first in corners;
  const angle = ((isAngle ? (corners[first] ?? Number.parseFloat(first)) : 180) * Math.PI) / 180;
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
  const half = (Math.abs(dx) * width + Math.abs(dy) * height) / 2;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [toX, toY] = [dx * half, dy * half];
  const gradient = context.createLinearGradient(cx - toX, cy - toY, cx + toX, cy + toY);
  const stops = isAngle ? parts.slice(1) : parts;
  stops.forEach((stop, index) => {
    const [, color = stop, at] = /^(.+?)(?: ([\d.]+)%)?$/.exec(stop) ?? [];
    gradient.addColorStop(at ? Math.min(1, Number(at) / 100) : index / Math.max(1, stops.length - 1), color);
  });
  return gradient;
}

const toPixels = (length: string, whole: number): number =>
  (length.endsWith('%') ? whole / 100 : 1) * Number.parseFloat(length) || 0;

export function paintMedia(paint: Paint): boolean {
  const { context, element, box } = paint;
  if (!box.width || !box.height) return false;
  if (element instanceof SVGSVGElement) paintSvg(context, element);
  else if (element instanceof HTMLImageElement)
    paintImage(paint, element, element.naturalWidth, element.naturalHeight);
  else if (element instanceof HTMLVideoElement)
    paintImage(paint, element, element.videoWidth, element.videoHeight);
  else if (element instanceof HTMLCanvasElement) paintImage(paint, element, element.width, element.height);
  else if (/^(iframe|object|embed)$/.test(element.localName)) paintPlaceholder(context, box);
  else return false;
  return true;
}

function paintPlaceholder(context: CanvasRenderingContext2D, { x, y, width, height }: DOMRect): void {
  context.fillStyle = '#8884';
  context.fillRect(x, y, width, height);
}

function paintImage(
  { context, box, style }: Paint,
  source: CanvasImageSource,
  width: number,
  height: number,
): void {
  if (!width || !height) return;
  if (!isReadable(source)) {
    paintPlaceholder(context, box);
    return;
  }
  const scales = [box.width / width, box.height / height];
  const fit = style.objectFit;
  const scale =
    fit === 'contain' ? Math.min(...scales) : fit === 'cover' ? Math.max(...scales) : fit === 'none' ? 1 : 0;
  const [shownWidth, shownHeight] = scale ? [width * scale, height * scale] : [box.width, box.height];
  const [x, y] = [box.x + (box.width - shownWidth) / 2, box.y + (box.height - shownHeight) / 2];
  clipTo(context, box, Number.parseFloat(style.borderTopLeftRadius) || 0);
  context.drawImage(source, x, y, shownWidth, shownHeight);
}

export function clipTo(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: DOMRect,
  radius = 0,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.clip();
}

/** One cross-origin image would taint the whole canvas, so each is tested separately. */
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

function paintSvg(context: CanvasRenderingContext2D, svg: SVGSVGElement): void {
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
