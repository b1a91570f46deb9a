/** How a character is written so that it means nothing but itself to the service that gets it. */
export type Inert = (character: string) => string;

/**
 * As much of a text as fits into so many UTF-16 units once it is escaped, with an ellipsis for the rest. Neither a character
 * nor its escape is cut through, and what nobody can see is left out: it could turn the words around it.
 */
export function fit(text: string, limit: number, inert: Inert): string {
  const characters = [...text.replace(invisible, '').trim()];
  const escaped = characters.map(inert);
  if (lengthOf(escaped) <= limit) return escaped.join('') || nothing;
  let length = 1;
  const end = escaped.findIndex((piece) => {
    length += piece.length;
    return length > limit;
  });
  return `${escaped.slice(0, end).join('')}…`;
}

/** The same on one line. */
export function fitLine(text: string, limit: number, inert: Inert): string {
  return fit(text.replace(/\s+/g, ' '), limit, inert);
}

const lengthOf = (pieces: string[]) => pieces.reduce((sum, { length }) => sum + length, 0);

/** Control characters but for line breaks and tabs, and marks that set the direction of writing. */
const invisible = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** These services refuse empty texts. */
const nothing = '–';
