import { ApiError } from '../errors.ts';
import { oneLine } from '../mail/untrusted-text.ts';
import { explainStartFailure } from '../start/failures.ts';
import { StartError } from '../start-error.ts';
import type { Outcome } from './command.ts';

export function printOutcome({ data, text, note, isBad = false }: Outcome, asJson: boolean): number {
  const answer = asJson ? toJson(data) : text;
  if (answer) print(process.stdout, answer);
  if (note && !asJson) print(process.stderr, note);
  return isBad ? 1 : 0;
}

export function printFailure(error: unknown, asJson: boolean): number {
  const sentence = explainStartFailure(error);
  print(process.stderr, asJson ? toJson({ detail: sentence }) : sentence);
  return 1;
}

/** For `.catch` of an operation: turns a 404 into a message for the terminal. */
export const explainNotFound =
  (sentence: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.status === 404 ? new StartError(sentence) : error;
  };

function print(stream: NodeJS.WriteStream, text: string): void {
  // A reader such as `head` may close the pipe early, which is not an error.
  stream.once('error', () => {});
  stream.write(`${text}\n`);
}

/** Control characters and bidi marks that JSON does not escape but some terminals act on. */
const terminalControls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const toJson = (data: object) =>
  JSON.stringify(data).replace(
    terminalControls,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Keyed by column title. */
export type Columns<Row> = Record<string, (row: Row) => string | number>;

const maxWidth = 80;
const minWidth = 6;
const gap = '  ';

/**
 * Formats rows in 80 columns. Numbers are right-aligned and never cut; the longest texts are truncated until the row fits
 * (`--json` prints them in full). Control characters are removed.
 */
export function toTable<Row>(rows: Row[], columns: Columns<Row>): string {
  const values = rows.map((row) => Object.values(columns).map((read) => read(row)));
  const lines = [
    Object.keys(columns),
    ...values.map((line) => line.map((value) => oneLine(String(value), maxWidth))),
  ];
  const isNumber = (values[0] ?? []).map((value) => typeof value === 'number');
  const widths = isNumber.map((_, i) => Math.max(...lines.map((line) => textWidth(line[i] as string))));
  fit(widths, isNumber);
  const cellOf = (text: string, i: number) => {
    const cell = cut(text, widths[i] as number);
    const rest = ' '.repeat(Math.max((widths[i] as number) - textWidth(cell), 0));
    return isNumber[i] ? rest + cell : cell + rest;
  };
  return lines.map((line) => line.map(cellOf).join(gap).trimEnd()).join('\n');
}

function fit(widths: number[], isNumber: boolean[]): void {
  const available = maxWidth - gap.length * (widths.length - 1);
  while (widths.reduce((sum, width) => sum + width, 0) > available) {
    const widest = Math.max(...widths.filter((_, i) => !isNumber[i]));
    if (!(widest > minWidth)) return;
    widths[widths.findIndex((width, i) => width === widest && !isNumber[i])] = widest - 1;
  }
}

function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (textWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Double-width characters: East Asian scripts and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/gu;
/** Combining and zero-width characters. */
const withoutWidth = /[\p{Mn}\p{Me}\p{Cf}]/gu;

export const textWidth = (text: string): number =>
  [...text.replace(withoutWidth, '').replace(wide, '  ')].length;
