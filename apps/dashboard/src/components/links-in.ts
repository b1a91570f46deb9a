export interface Part {
  /** Offset in the text. */
  at: number;
  text: string;
  /** Target, when the part is a URL. */
  href?: string;
}

const addresses = /\bhttps?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]+/giy;

/** Matches an http or https URL. No other scheme becomes a link. */
export function addressAt(text: string, at: number): Part | undefined {
  addresses.lastIndex = at;
  const [found] = addresses.exec(text) ?? [];
  if (found === undefined) return undefined;
  const address = withoutPunctuation(found);
  const href = hrefOf(address);
  return href ? { at, text: address, href } : { at, text: found };
}

/** Splits text into web URLs and the text between them. */
export function linksIn(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  let seen = 0;
  for (const { index } of text.matchAll(/\bhttps?:\/\//gi)) {
    const address = index >= seen ? addressAt(text, index) : undefined;
    if (!address) continue;
    seen = index + address.text.length;
    if (!address.href) continue;
    if (index > end) parts.push({ at: end, text: text.slice(end, index) });
    parts.push(address);
    end = seen;
  }
  if (end < text.length || parts.length === 0) parts.push({ at: end, text: text.slice(end) });
  return parts;
}

/** Trims trailing punctuation and unbalanced closing brackets from a URL. */
function withoutPunctuation(address: string): string {
  const opened = address.split('(').length;
  let closed = address.split(')').length;
  let end = address.length;
  while (/[.,;:!?*_~)\]}]/.test(address[end - 1] ?? '')) {
    if (address[end - 1] === ')' && closed-- <= opened) break;
    end--;
  }
  return address.slice(0, end);
}

/** The normalized URL, if it is http(s) without credentials. */
export function hrefOf(address: string): string | undefined {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return url && isWeb && !url.username && !url.password ? url.href : undefined;
}
