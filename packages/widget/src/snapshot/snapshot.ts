import { createContext, destroyContext, domToForeignObjectSvg } from 'modern-screenshot';
import type { Core } from '../core.ts';
import { isReadable } from '../render/box.ts';
import { createCanvas, isDark, pause, runInSlices, toBlob } from '../render/render.ts';
import { createMask } from '../render/walk.ts';
import {
  copiedProperties,
  createReader,
  findVisible,
  layoutProperties,
  maskProperty,
  readFonts,
  Visibility,
} from './resources.ts';

interface ReadStyle {
  getPropertyValue(name: string): string;
  getPropertyPriority(name: string): string;
}

const timeoutMs = 10_000;

/**
 * Captures the page as an SVG image with only the visible, unmasked content. Rejects if that is not possible or would block the
 * page for too long.
 */
export async function takeSnapshot(core: Core): Promise<Blob> {
  const root = document.documentElement;
  const deadline = performance.now() + timeoutMs;
  const found = new Visibility();
  await runInSlices(findVisible(root, found, createMask(core)));
  const width = Math.min(innerWidth, root.clientWidth || innerWidth);
  const height = innerHeight;
  const read = createReader(core);
  const fonts = await readFonts(read);
  const context = await createContext(root, {
    width,
    height,
    // Does not wait for images that are still loading.
    timeout: 1,
    font: fonts ? { cssText: fonts } : false,
    fetchFn: read,
    includeStyleProperties: copiedProperties,
    filter: createFilter(found, root),
    style: {
      position: 'relative',
      top: `${-scrollY}px`,
      left: `${-scrollX}px`,
      colorScheme: isDark() ? 'dark' : 'light',
    },
    async onCloneEachNode(clone) {
      if (performance.now() > deadline) throw new Error('The capture timed out.');
      const element = clone as HTMLElement;
      if (element.style?.getPropertyValue(maskProperty)) empty(element);
      else writeState(element);
      if (element.style && element.localName !== 'html') shareStyle(element, context.svgStyles);
      await pause();
    },
  });
  const defaults = createDefaults();
  try {
    Object.assign(context, {
      sandbox: defaults.sandbox,
      ownerWindow: {
        getComputedStyle: (element: Element, pseudo?: string) =>
          styleOf(element, pseudo, found, defaults.valuesOf),
      },
    });
    const svg = await domToForeignObjectSvg(context);
    await pause();
    const xml = new XMLSerializer().serializeToString(svg);
    await pause();
    return await draw(xml, width, height, found.videos);
  } finally {
    destroyContext(context);
  }
}

/** Excludes invisible nodes. It is called top-down, so parents are decided first. */
function createFilter(
  { known, shown, masked, inline, trailing }: Visibility,
  root: Node,
): (node: Node) => boolean {
  const whole = new Set<Node>([root]);
  return (node) => {
    const above = node.parentNode;
    const parent = above instanceof ShadowRoot ? above.host : above;
    const isFrame = node.ownerDocument !== document && node === node.ownerDocument?.body;
    if (!parent || (!whole.has(parent) && !isFrame)) return false;
    if (node.nodeType === Node.TEXT_NODE) return true;
    if (!known.has(node)) return false;
    if (masked.has(node)) return shown.has(node);
    // Only selected options are visible.
    if (node instanceof HTMLOptionElement && !node.selected) return false;
    if (shown.has(node) || inline.has(node)) {
      whole.add(node);
      return (node as Element).localName !== 'video';
    }
    return !trailing.has(node);
  };
}

function styleOf(
  element: Element,
  pseudo: string | undefined,
  { shown, masked, inline }: Visibility,
  defaultsOf: (element: Element) => Map<string, string>,
): ReadStyle {
  const style = (element.ownerDocument.defaultView ?? window).getComputedStyle(element, pseudo);
  const isMasked = masked.has(element);
  if (isMasked || (!shown.has(element) && !inline.has(element))) {
    if (pseudo) return overlay(style, {}, new Set());
    return overlay(style, isMasked ? blackBox(element, style) : {}, layoutProperties);
  }
  if (pseudo) return style;
  const changed: Record<string, string> = {};
  for (const name of ['overflow-x', 'overflow-y'] as const)
    if (/auto|scroll/.test(style.getPropertyValue(name))) changed[name] = 'hidden';
  if (element.localName === 'iframe') {
    // A frame is replaced by an element that contains its document.
    changed['overflow-x'] = changed['overflow-y'] = 'hidden';
    if (style.display === 'inline') changed.display = 'inline-block';
    const body = (element as HTMLIFrameElement).contentDocument?.body;
    if (body) changed['background-color'] = getComputedStyle(body).backgroundColor;
  }
  // Copying default borders or backgrounds would turn off the native appearance of controls.
  if (
    style.appearance !== 'none' &&
    /^(progress|meter|input|select|textarea|button)$/.test(element.localName)
  )
    for (const [name, value] of defaultsOf(element))
      if (style.getPropertyValue(name) === value) changed[name] = '';
  if (style.position === 'sticky') {
    changed.position = 'relative';
    changed.top = `${element.getBoundingClientRect().top - unstickyTop(element, style)}px`;
    changed.bottom = changed.left = changed.right = 'auto';
    if (style.zIndex === 'auto') changed['z-index'] = '1';
  }
  const parent = element.parentElement;
  if (
    parent &&
    (parent.scrollTop || parent.scrollLeft) &&
    parent !== document.body &&
    parent !== document.documentElement
  )
    changed.transform = `translate(${-parent.scrollLeft}px,${-parent.scrollTop}px) ${style.transform.replace('none', '')}`;
  return Object.keys(changed).length > 0 ? overlay(style, changed) : style;
}

/** Inline elements become inline blocks, because only those have a size. */
function blackBox(element: Element, { display }: CSSStyleDeclaration): Record<string, string> {
  const { width, height } = element.getBoundingClientRect();
  return {
    [maskProperty]: '1',
    'background-color': '#000',
    'box-sizing': 'border-box',
    width: `${width}px`,
    height: `${height}px`,
    ...(display === 'inline' && { display: 'inline-block', 'vertical-align': 'bottom' }),
  };
}

/** The position a sticky element would have in normal flow. */
function unstickyTop(element: Element, { marginTop }: CSSStyleDeclaration): number {
  const { previousElementSibling: before, parentElement: parent } = element;
  const margin = Number.parseFloat(marginTop) || 0;
  if (before) {
    const { marginBottom } = getComputedStyle(before);
    return before.getBoundingClientRect().bottom + Math.max(margin, Number.parseFloat(marginBottom) || 0);
  }
  if (!parent) return 0;
  const { paddingTop, borderTopWidth } = getComputedStyle(parent);
  const inset = (Number.parseFloat(paddingTop) || 0) + (Number.parseFloat(borderTopWidth) || 0);
  return parent.getBoundingClientRect().top + inset + margin - parent.scrollTop;
}

function overlay(style: CSSStyleDeclaration, changed: Record<string, string>, only?: Set<string>): ReadStyle {
  return {
    getPropertyValue: (name) =>
      changed[name] ?? (!only || only.has(name) ? style.getPropertyValue(name) : ''),
    getPropertyPriority: () => '',
  };
}

function empty(clone: HTMLElement): void {
  clone.replaceChildren();
  for (const { name } of [...clone.attributes]) if (name !== 'style') clone.removeAttribute(name);
}

/** Writes the state of form controls into attributes and text, because only those are serialized. */
function writeState(clone: HTMLElement): void {
  if (clone instanceof HTMLInputElement) clone.toggleAttribute('checked', clone.checked);
  else if (clone instanceof HTMLTextAreaElement) clone.textContent = clone.value;
  else if (clone instanceof HTMLOptionElement) clone.toggleAttribute('selected', true);
}

/** Moves identical styles into shared CSS rules, which makes the image much smaller. */
function shareStyle(clone: HTMLElement, rules: Map<string, string[]>): void {
  const { style } = clone;
  const own = ['width', 'height', 'transform-origin'].map((name) => [name, style.getPropertyValue(name)]);
  for (const [name = ''] of own) style.removeProperty(name);
  const shared = style.cssText;
  // Styles with URLs are excluded: their images are inlined later.
  if (shared && !shared.includes('url(')) {
    let [selector] = rules.get(shared) ?? [];
    if (!selector) {
      selector = `.skep-${rules.size}`;
      rules.set(shared, [selector]);
    }
    clone.classList.add(selector.slice(1));
    style.cssText = '';
  }
  for (const [name = '', value = ''] of own) style.setProperty(name, value);
}

/** Reads default styles in a shadow root instead of the library's iframe, which a CSP may forbid. */
function createDefaults() {
  const host = document.createElement('skep-widget');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':host{all:initial!important;position:fixed!important;top:-9999px!important}');
  root.adoptedStyleSheets = [sheet];
  document.documentElement.append(host);
  // Custom elements would run the page's code, and media elements would load resources.
  const createElement = (name: string) =>
    document.createElement(/-|^(iframe|object|embed|video|audio)$/.test(name) ? 'span' : name);
  const values = new Map<string, Map<string, string>>();
  return {
    valuesOf(element: Element): Map<string, string> {
      const { localName } = element;
      const type = element.getAttribute('type') ?? '';
      const key = `${localName} ${type}`;
      const known = values.get(key);
      if (known) return known;
      const plain = root.appendChild(document.createElement(localName));
      if (type) plain.setAttribute('type', type);
      const style = getComputedStyle(plain);
      const names = copiedProperties.filter((name) => /^(background|border)/.test(name));
      const made = new Map(names.map((name) => [name, style.getPropertyValue(name)]));
      plain.remove();
      values.set(key, made);
      return made;
    },
    sandbox: {
      contentWindow: {
        document: { createElement, createElementNS: document.createElementNS.bind(document), body: root },
        getComputedStyle: window.getComputedStyle.bind(window),
      },
      remove: () => host.remove(),
    },
  };
}

async function draw(xml: string, width: number, height: number, videos: HTMLVideoElement[]): Promise<Blob> {
  // Characters that XML does not allow would invalidate the document.
  const text = xml.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').toWellFormed();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  await pause();
  const context = createCanvas(width, height);
  context.drawImage(image, 0, 0, width, height);
  for (const video of videos) {
    const { x, y, width: shownWidth, height: shownHeight } = video.getBoundingClientRect();
    if (isReadable(video)) context.drawImage(video, x, y, shownWidth, shownHeight);
  }
  await pause();
  return toBlob(context);
}
