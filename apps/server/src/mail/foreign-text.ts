/** What makes a new line for some mail program or another. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** What turns the direction of what follows, or is no text at all. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** White space of every kind, and the same. */
const gaps = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text that somebody else chose, on one line, and no more than so many characters of it. */
export function oneLine(text: string, maxLength: number): string {
  return shorten(text.replace(gaps, ' ').trim(), maxLength);
}

/** A name in a sentence of ours: between quotation marks, which it cannot end. */
export function named(name: string, maxLength = 80): string {
  return `"${oneLine(name, maxLength).replace(/["“-‟″＂]/g, "'")}"`;
}

/** Each line of its own, without what could reach beyond it. */
export function linesOf(text: string): string[] {
  return text.split(lineBreak).map((line) => line.replace(unseen, ' ').trimEnd());
}

const rowWidth = 76;

/** A line in rows that no mail program has to wrap: what it wraps would stand there without a mark. */
export function rowsOf(line: string): string[] {
  return line.match(wrapped)?.map((row) => row.trimEnd()) ?? [''];
}

const wrapped = new RegExp(`.{1,${rowWidth}}(?:\\s|$)|.{1,${rowWidth}}`, 'gu');

/**
 * Mail programs make links of whatever looks like an address. A space of no width, after each colon or dot that makes it
 * look so, leaves it readable and makes it none: the links of a letter are ours alone.
 */
export function withoutLinks(text: string): string {
  return text.replace(/\S+/g, (word) => (emailAddress.test(word) ? word : word.replace(seams, '$&\u200b')));
}

const seams = /:(?=\/\/)|\.(?=\p{L})/gu;

/** Which whoever clicks on it only writes to. */
const emailAddress = /^[\w.+-]+@[\w.-]+$/;

export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
