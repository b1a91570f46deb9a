import type { Core } from '../core.ts';
import { findWords, isInView, type Word } from './control.ts';

export type Masking = Pick<Core, 'retyped'> & { settings: Pick<Core['settings'], 'mask' | 'maskInputs'> };

export type IsMasked = (element: Element, style: CSSStyleDeclaration) => boolean;

const secretFill = /(^|\s)(cc-[\w-]+|one-time-code|(current|new)-password)(\s|$)/i;
const secretName =
  /passw|passcode|(^|[^a-z])(pwd|pin|otp|cvv|cvc|csc|ssn|iban)([^a-z]|$)|one-?time|card.?num|cc.?(num|csc|exp)/i;
const inputs = 'input,textarea,select,[contenteditable]:not([contenteditable=false]),[role=textbox]';
const buttons = '[type=button],[type=submit],[type=reset],[type=image]';

/** Masks elements the page selects, inputs with secrets, and content the page itself obscures. */
export function createMask({ settings, retyped }: Masking): IsMasked {
  const selector = validSelector(settings.mask);
  const isEveryInput =
    settings.maskInputs !== undefined && !/^(false|off|null)$/.test(`${settings.maskInputs}`);
  const isSecretInput = (input: Element) =>
    !input.matches(buttons) &&
    (isEveryInput ||
      retyped?.has(input) ||
      input.matches('[type=password]') ||
      secretName.test(`${input.getAttribute('name')} ${input.id}`));
  return (element, style) =>
    (selector !== '' && element.matches(selector)) ||
    secretFill.test(element.getAttribute('autocomplete') ?? '') ||
    (element.matches(inputs) && isSecretInput(element)) ||
    isUnreadable(style);
}

function isUnreadable(style: CSSStyleDeclaration): boolean {
  const dots = style.getPropertyValue('-webkit-text-security');
  return (dots !== '' && dots !== 'none') || /blur\((?!0px)/.test(style.filter);
}

function validSelector(mask: string | undefined): string {
  try {
    document.createElement('i').matches(mask || 'i');
    return mask || '';
  } catch {
    // An invalid selector masks everything.
    return '*';
  }
}

/** Paints an element's box, or the words of one of its text nodes. */
export interface Step {
  element: Element;
  style: CSSStyleDeclaration;
  box: DOMRect;
  clips: Clip[];
  alpha: number;
  /** Black if masked; grey if the page clips the element in a way that is not painted. */
  cover?: '#000' | '#8884';
  words?: Word[];
}

export interface Paint extends Step {
  context: CanvasRenderingContext2D;
}

interface Clip {
  rect: DOMRect;
  radius: number;
}

interface StackedElement {
  z: number;
  element: Element;
  clips: Clip[];
  alpha: number;
}

/** Collects paint steps in the browser's stacking order (`z-index`). Yields after each element. */
export function* walk(
  element: Element,
  steps: Step[],
  isMasked: IsMasked,
  clips: Clip[] = [],
  alpha = 1,
): Generator<void> {
  const stacked: StackedElement[] = [];
  const own: Step[] = [];
  yield* flow(element, own, stacked, isMasked, clips, alpha, true);
  stacked.sort((one, other) => one.z - other.z);
  steps.push(...own.slice(0, 1));
  for (const one of stacked.filter(({ z }) => z < 0))
    yield* walk(one.element, steps, isMasked, one.clips, one.alpha);
  for (const step of own.slice(1)) steps.push(step);
  for (const one of stacked.filter(({ z }) => z >= 0))
    yield* walk(one.element, steps, isMasked, one.clips, one.alpha);
}

function* flow(
  element: Element,
  steps: Step[],
  stacked: StackedElement[],
  isMasked: IsMasked,
  clips: Clip[],
  alpha: number,
  isFirst: boolean,
): Generator<void> {
  yield;
  if (element.localName === 'skep-widget') return;
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.opacity === '0') return;
  const top = isOnTop(element);
  if (!isFirst && (top || isRaised(style))) {
    const z = top ? Number.POSITIVE_INFINITY : Number(style.zIndex) || 0;
    stacked.push({ z, element, clips: style.position === 'fixed' || top ? [] : clips, alpha });
    return;
  }
  const box = element.getBoundingClientRect();
  const isSeen = style.visibility === 'visible' && isInView(box);
  const inner = alpha * Number(style.opacity || 1);
  const cover = isMasked(element, style) ? '#000' : isPartlyShown(style) ? '#8884' : undefined;
  if (cover) {
    if (isSeen) steps.push({ element, style, box, clips, alpha: inner, cover });
    return;
  }
  steps.push({ element, style, box: isSeen ? box : new DOMRect(), clips, alpha: inner });
  if (element.localName === 'svg' || style.contentVisibility === 'hidden') return;
  const within =
    style.overflow === 'visible' || element === document.body || element === document.documentElement
      ? clips
      : [...clips, { rect: box, radius: Number.parseFloat(style.borderTopLeftRadius) || 0 }];
  for (const child of childrenOf(element)) {
    if (child instanceof Element) yield* flow(child, steps, stacked, isMasked, within, inner, false);
    else if (child instanceof Text && isSeenText(child, style)) {
      const words = yield* findWords(child, style);
      steps.push({ element, style, box, clips: within, alpha: inner, words });
    }
  }
}

/** Children in the flat tree: shadow roots and slots are resolved. */
function childrenOf(element: Element): Iterable<Node> {
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  // Closed details have layout boxes for their hidden content too.
  if (element.localName === 'details' && !element.hasAttribute('open'))
    return element.querySelectorAll(':scope>summary');
  return (element.shadowRoot ?? element).childNodes;
}

const isRaised = ({ position, zIndex, opacity, transform }: CSSStyleDeclaration) =>
  /^(fixed|sticky|absolute)$/.test(position) ||
  (position !== 'static' && zIndex !== 'auto') ||
  opacity !== '1' ||
  transform !== 'none';

function isOnTop(element: Element): boolean {
  try {
    return element.matches(':modal,:popover-open');
  } catch {
    return false;
  }
}

/** Clip paths and masks are not painted, so content they hide must not be painted either. */
const isPartlyShown = ({ clipPath, clip, maskImage, position }: CSSStyleDeclaration) =>
  clipPath !== 'none' ||
  (maskImage && maskImage !== 'none') ||
  (clip !== 'auto' && (position === 'absolute' || position === 'fixed'));

const isSeenText = (text: Text, { visibility }: CSSStyleDeclaration) =>
  visibility === 'visible' && /\S/.test(text.data);
