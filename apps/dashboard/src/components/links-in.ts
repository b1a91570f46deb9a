export interface Part {
  /** Where in the text it begins. */
  at: number;
  text: string;
  /** Where the part leads, when it is an address. */
  href?: string;
}

/** Cuts a text into addresses of the web and what stands between them. No other kind of address ever becomes a link. */
export function linksIn(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]+/gi)) {
    const address = withoutPunctuation(found);
    const href = hrefOf(address);
    if (!href) continue;
    if (index > end) parts.push({ at: end, text: text.slice(end, index) });
    parts.push({ at: index, text: address, href });
    end = index + address.length;
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
