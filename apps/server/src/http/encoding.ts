import type { Encoding } from './built-files.ts';

/** The smallest of the encodings that there are and that the client takes: one that it names, and not with the weight 0. */
export function chooseEncoding(
  accepted = '',
  available: Partial<Record<Encoding, unknown>>,
): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding) && available[encoding]);
}
