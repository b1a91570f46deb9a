export interface Part {
  /** Where in the text it begins. */
  at: number;
  text: string;
  /** Where the part leads, when it is an address. */
  href?: string;
}

const addresses = /\bhttps?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]+/giy;

/** The address of the web that begins here in a text. No other kind of address ever becomes a link. */
export function addressAt(text: string, at: number): Part | undefined {
  addresses.lastIndex = at;
  const [found] = addresses.exec(text) ?? [];
  if (found === undefined) return undefined;
  const address = withoutPunctuation(found);
  const href = hrefOf(address);
  return href ? { at, text: address, href } : { at, text: found };
}

/** Cuts a text into addresses of the web and what stands between them. */
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

/** The full stop of a sentence is not part of the address that it ends with, nor is a bracket that was opened before it. */
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

/** The address as browsers follow it, if it leads to the web and carries no credentials. */
export function hrefOf(address: string): string | undefined {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return url && isWeb && !url.username && !url.password ? url.href : undefined;
}
