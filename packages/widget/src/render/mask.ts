import type { Core } from '../core.ts';

/** What decides what is black in a picture of the page. */
export type Masking = Pick<Core, 'retyped'> & { settings: Pick<Core['settings'], 'mask' | 'maskInputs'> };

export type IsMasked = (element: Element, style: CSSStyleDeclaration) => boolean;

const secretFill = /(^|\s)(cc-[\w-]+|one-time-code|(current|new)-password)(\s|$)/i;
const secretName =
  /passw|passcode|(^|[^a-z])(pwd|pin|otp|cvv|cvc|csc|ssn|iban)([^a-z]|$)|one-?time|card.?num|cc.?(num|csc|exp)/i;
const inputs = 'input,textarea,select,[contenteditable]:not([contenteditable=false]),[role=textbox]';
const buttons = '[type=button],[type=submit],[type=reset],[type=image]';

/** Masks what the page names, secrets that are typed into it, and what the page itself makes unreadable. */
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

/** Dots in place of letters, or a blur. */
function isUnreadable(style: CSSStyleDeclaration): boolean {
  const dots = style.getPropertyValue('-webkit-text-security');
  return (dots !== '' && dots !== 'none') || /blur\((?!0px)/.test(style.filter);
}

function validSelector(mask: string | undefined): string {
  try {
    document.createElement('i').matches(mask || 'i');
    return mask || '';
  } catch {
    // A selector that cannot be understood masks everything.
    return '*';
  }
}
