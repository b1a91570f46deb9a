import type { Core } from '../core.ts';

const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const largest = 200_000;

/**
 * Reads images and fonts that the page uses, from the browser's cache where they are. Whatever is refused once, by a policy of the
 * page or of the other site, is not asked for again: each refusal is an error in the page's console.
 */
export function createReader({ fetch }: Core): (url: string) => Promise<string> {
  const allowed = new Map<string, Promise<boolean>>();
  const load = async (url: string) => {
    const response = await fetch(url, {
      __proto__: null,
      cache: 'force-cache',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(5_000),
    } as RequestInit);
    return response.ok ? toDataUrl(await shrink(await response.blob())) : nothing;
  };
  return async (url) => {
    const { origin } = new URL(url, document.baseURI);
    const first = allowed.get(origin);
    if (first && !(await first)) return nothing;
    const loading = load(url);
    const isAllowed = loading.then(
      () => true,
      () => false,
    );
    if (!first) allowed.set(origin, isAllowed);
    return loading.catch(() => nothing);
  };
}

async function shrink(blob: Blob): Promise<Blob> {
  if (blob.size <= largest || !/^image\/(?!svg)/.test(blob.type)) return blob;
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

/** The rules of the fonts that the page has loaded, with the fonts in them. */
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
      // A sheet of another site.
    }
    for (const rule of all ?? []) {
      if (rule instanceof CSSImportRule) collect(rule.styleSheet);
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const { style, cssText } = rule;
      const range = style.getPropertyValue('unicode-range') || 'U+0-10FFFF';
      const [, url] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? [];
      if (!url || !loaded.has(key(style.getPropertyValue('font-family'), range))) continue;
      const address = new URL(url, sheet?.href ?? document.baseURI).href;
      rules.push(read(address).then((data) => cssText.replace(/src:[^;}]+/, () => `src:url(${data})`)));
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) collect(sheet);
  return (await Promise.all(rules)).join('\n');
}
