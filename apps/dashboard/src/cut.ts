/** The first `most` characters of a text, counted in code points, so that no surrogate pair is cut in half. */
export const cut = (text: string, most: number): string =>
  [...text.slice(0, 2 * most)].slice(0, most).join('');
