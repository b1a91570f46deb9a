import type { Core } from '../core.ts';
import type { IsMasked } from '../render/walk.ts';

const sides = (name: string, end = '') =>
  ['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}${end}`);

export const layoutProperties = new Set([
  ...'display position top right bottom left float clear box-sizing width height min-width min-height max-width max-height'.split(
    ' ',
  ),
  ...sides('margin'),
  ...sides('padding'),
  ...sides('border', '-width'),
  ...sides('border', '-style'),
  ...(
    'flex-grow flex-shrink flex-basis order align-self justify-self grid-row-start grid-row-end grid-column-start ' +
    'grid-column-end vertical-align transform z-index'
  ).split(' '),
]);

export const maskProperty = '--skep-masked';

/** Style properties to copy. Copying all of them takes three times as long. */
export const copiedProperties: string[] = [
  ...layoutProperties,
  ...sides('border', '-color'),
  ...(
    'border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius ' +
    'border-collapse border-spacing border-image-source border-image-slice border-image-width table-layout caption-side ' +
    'overflow-x overflow-y flex-direction flex-wrap align-items align-content justify-content justify-items row-gap column-gap ' +
    'grid-template-columns grid-template-rows grid-auto-flow grid-auto-columns grid-auto-rows column-count column-width ' +
    'color background-color background-image background-position-x background-position-y background-size background-repeat ' +
    'background-origin background-clip opacity visibility box-shadow text-shadow outline-width outline-style outline-color ' +
    'outline-offset transform-origin rotate scale translate perspective filter backdrop-filter clip clip-path mask-image ' +
    'mask-size mask-position mask-repeat mix-blend-mode isolation font-family font-size font-weight font-style font-stretch ' +
    'font-variant-caps font-variant-numeric font-feature-settings line-height letter-spacing word-spacing text-align text-indent ' +
    'text-transform text-decoration-line text-decoration-style text-decoration-color text-decoration-thickness ' +
    'text-underline-offset white-space-collapse text-wrap-mode word-break overflow-wrap hyphens tab-size direction unicode-bidi ' +
    'writing-mode text-orientation text-overflow -webkit-line-clamp -webkit-box-orient -webkit-text-stroke-width ' +
    '-webkit-text-stroke-color -webkit-text-fill-color list-style-type list-style-position list-style-image appearance ' +
    'accent-color color-scheme object-fit object-position image-rendering aspect-ratio fill fill-opacity fill-rule stroke ' +
    'stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray text-anchor dominant-baseline stop-color ' +
    'stop-opacity cx cy r rx ry x y'
  ).split(' '),
  maskProperty,
];

/** Which elements are visible. Others are left out, but keep their space where the layout needs it. */
export class Visibility {
  known = new Set<Node>();
  shown = new Set<Node>();
  masked = new Set<Node>();
  /** Removing these would reflow their line. */
  inline = new Set<Node>();
  /** No visible element follows these, so they need no space. */
  trailing = new Set<Node>();
  videos: HTMLVideoElement[] = [];
}

/** Above this, the browser would block the page for too long while drawing. */
const maxVisible = 2_000;

const neverShown = /^(head|script|style|link|meta|template|noscript|skep-widget)$/;

/** Returns whether any part of the element is visible. Yields after each element. */
export function* findVisible(
  element: Element,
  found: Visibility,
  isMasked: IsMasked,
): Generator<void, boolean> {
  yield;
  const view = element.ownerDocument.defaultView;
  if (!view || neverShown.test(element.localName)) return false;
  const style = view.getComputedStyle(element);
  if (style.display === 'none') return false;
  found.known.add(element);
  // Options have no box of their own.
  if (/^(inline$|contents|ruby)/.test(style.display) || isNestedPart(element)) found.inline.add(element);
  const { top, left, bottom, right } = element.getBoundingClientRect();
  let isShown = bottom > 0 && right > 0 && top < view.innerHeight && left < view.innerWidth;
  if (isMasked(element, style)) found.masked.add(element);
  else if (element.localName === 'video') found.videos.push(element as HTMLVideoElement);
  else {
    const children = childrenOf(element);
    for (const child of children) isShown = (yield* findVisible(child, found, isMasked)) || isShown;
    if (/^(block|list-item|flow-root)$/.test(style.display))
      for (const child of children.reverse()) {
        if (found.shown.has(child)) break;
        found.trailing.add(child);
      }
  }
  if (isShown) found.shown.add(element);
  if (found.shown.size > maxVisible) throw new Error('Too many visible elements.');
  return isShown;
}

const isNestedPart = ({ localName, namespaceURI }: Element) =>
  /^opt/.test(localName) || namespaceURI === 'http://www.w3.org/2000/svg';

function childrenOf(element: Element): Element[] {
  if (element.localName === 'iframe') {
    const root = (element as HTMLIFrameElement).contentDocument?.documentElement;
    return root ? [root] : [];
  }
  if (element.localName === 'details' && !element.hasAttribute('open'))
    return [...element.querySelectorAll(':scope>summary')];
  const assigned = element.localName === 'slot' ? (element as HTMLSlotElement).assignedElements() : [];
  return assigned.length > 0 ? assigned : [...(element.shadowRoot ?? element).children];
}

const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const maxInlineBytes = 200_000;

/** Loads images and fonts. An origin that blocks one is skipped, because each failure is an error in the console. */
export function createReader({ fetch }: Core): (url: string) => Promise<string> {
  const allowed = new Map<string, Promise<boolean>>();
  const load = async (url: string) => {
    const response = await fetch(url, {
      __proto__: null,
      cache: 'force-cache',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(5_000),
    } as RequestInit);
    return response.ok ? toDataUrl(await shrink(await response.blob())) : emptyImage;
  };
  return async (url) => {
    const { origin } = new URL(url, document.baseURI);
    const first = allowed.get(origin);
    if (first && !(await first)) return emptyImage;
    const loading = load(url);
    const isAllowed = loading.then(
      () => true,
      () => false,
    );
    if (!first) allowed.set(origin, isAllowed);
    return loading.catch(() => emptyImage);
  };
}

async function shrink(blob: Blob): Promise<Blob> {
  if (blob.size <= maxInlineBytes || !/^image\/(?!svg)/.test(blob.type)) return blob;
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, 1_280 / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(bitmap.width * scale, bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(`${reader.result}`);
    reader.onerror = reject;
    reader.readAsDataURL(blob);
  });

export async function readFonts(read: (url: string) => Promise<string>): Promise<string> {
  const key = (family: string, range: string) => `${family.replace(/["']/g, '')} ${range.replace(/\s/g, '')}`;
  const loaded = new Set<string>();
  for (const { status, family, unicodeRange } of document.fonts)
    if (status === 'loaded') loaded.add(key(family, unicodeRange));
  if (loaded.size === 0) return '';
  const rules: Promise<string>[] = [];
  const collect = (sheet: CSSStyleSheet | null) => {
    let all: CSSRuleList | undefined;
    try {
      all = sheet?.cssRules;
    } catch {
      // A cross-origin style sheet.
    }
    for (const rule of all ?? []) {
      if (rule instanceof CSSImportRule) collect(rule.styleSheet);
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const { style, cssText } = rule;
      const range = style.getPropertyValue('unicode-range') || 'U+0-10FFFF';
      const [, url] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? [];
      if (!url || !loaded.has(key(style.getPropertyValue('font-family'), range))) continue;
      const fontUrl = new URL(url, sheet?.href ?? document.baseURI).href;
      rules.push(read(fontUrl).then((data) => cssText.replace(/src:[^;}]+/, () => `src:url(${data})`)));
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) collect(sheet);
  return (await Promise.all(rules)).join('\n');
}
