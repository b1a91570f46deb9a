/** Writes a character so that it means nothing but itself to the service that gets it. */
export type EscapeCharacter = (character: string) => string;

/**
 * Escapes a text and cuts it to `limit` UTF-16 code units, with an ellipsis for the rest. Neither a character nor its escape
 * is cut in two. Invisible characters are left out, because some of them reverse the direction of the words around them.
 */
export function fit(text: string, limit: number, escapeCharacter: EscapeCharacter): string {
  const characters = [...text.replace(invisible, '').trim()];
  const escaped = characters.map(escapeCharacter);
  if (lengthOf(escaped) <= limit) return escaped.join('') || nothing;
  let length = 1;
  const end = escaped.findIndex((piece) => {
    length += piece.length;
    return length > limit;
  });
  return `${escaped.slice(0, end).join('')}…`;
}

/** Escapes and cuts a text as `fit` does, on a single line. */
export function fitLine(text: string, limit: number, escapeCharacter: EscapeCharacter): string {
  return fit(text.replace(/\s+/g, ' '), limit, escapeCharacter);
}

const lengthOf = (pieces: string[]) => pieces.reduce((sum, { length }) => sum + length, 0);

/** Control characters except for line breaks and tabs, and marks that set the direction of writing (bidi). */
const invisible = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Stands for an empty text, because Slack and Discord refuse these. */
const nothing = '–';
