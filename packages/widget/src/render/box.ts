import type { Paint } from './walk.ts';

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;

/** Shadow, background and border. */
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
    // The page makes unreadable what is behind this.
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
  const borders = sides.map((side) => ({
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
    if (!thick) return;
    context.fillStyle = color;
    if (index === 0) context.fillRect(x, y, width, thick);
    else if (index === 1) context.fillRect(x + width - thick, y, thick, height);
    else if (index === 2) context.fillRect(x, y + height - thick, width, thick);
    else context.fillRect(x, y, thick, height);
  });
}

/** `linear-gradient` with an angle and colours, which is what most are once they are computed. */
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
  const gradient = context.createLinearGradient(
    cx - dx * half,
    cy - dy * half,
    cx + dx * half,
    cy + dy * half,
  );
  const stops = isAngle ? parts.slice(1) : parts;
  stops.forEach((stop, index) => {
    const [, color = stop, at] = /^(.+?)(?: ([\d.]+)%)?$/.exec(stop) ?? [];
    gradient.addColorStop(at ? Math.min(1, Number(at) / 100) : index / Math.max(1, stops.length - 1), color);
  });
  return gradient;
}

export const toPixels = (length: string, whole: number): number =>
  (length.endsWith('%') ? whole / 100 : 1) * Number.parseFloat(length) || 0;
