import type { IsMasked } from '../render/mask.ts';

/** What is in view of a page. The rest is left out of the picture, and keeps its place where that matters. */
export interface Survey {
  /** All that has a place. */
  known: Set<Node>;
  shown: Set<Node>;
  masked: Set<Node>;
  /** Elements whose lines would move if they were left out. */
  inline: Set<Node>;
  /** Elements that nothing in view comes after. */
  trailing: Set<Node>;
  videos: HTMLVideoElement[];
}

/** More elements in view would have the browser draw for too long in one go. */
const mostShown = 2_000;

const neverShown = /^(head|script|style|link|meta|template|noscript|skep-widget)$/;

/** Looks at an element and all below it. Answers whether any of it is in view. Yields after each. */
export function* survey(element: Element, found: Survey, isMasked: IsMasked): Generator<void, boolean> {
  yield;
  const view = element.ownerDocument.defaultView;
  if (!view || neverShown.test(element.localName)) return false;
  const style = view.getComputedStyle(element);
  if (style.display === 'none') return false;
  found.known.add(element);
  // Options have no place of their own.
  if (/^(inline$|contents|ruby)/.test(style.display) || isPartOfOne(element)) found.inline.add(element);
  const { top, left, bottom, right } = element.getBoundingClientRect();
  let isShown = bottom > 0 && right > 0 && top < view.innerHeight && left < view.innerWidth;
  if (isMasked(element, style)) found.masked.add(element);
  else if (element.localName === 'video') found.videos.push(element as HTMLVideoElement);
  else {
    const children = childrenOf(element);
    for (const child of children) isShown = (yield* survey(child, found, isMasked)) || isShown;
    if (/^(block|list-item|flow-root)$/.test(style.display))
      for (const child of children.reverse()) {
        if (found.shown.has(child)) break;
        found.trailing.add(child);
      }
  }
  if (isShown) found.shown.add(element);
  if (found.shown.size > mostShown) throw new Error('There is too much in view.');
  return isShown;
}

const isPartOfOne = ({ localName, namespaceURI }: Element) =>
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
