import { ApiError } from '../errors.ts';
import { oneLine } from '../mail/foreign-text.ts';
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

/** For `.catch` of an operation: says what is not there, where the API answers with 404. */
export const orSay =
  (sentence: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.status === 404 ? new StartError(sentence) : error;
  };

function print(stream: NodeJS.WriteStream, text: string): void {
  // A reader that has seen enough, such as `head`, closes the pipe; that is no failure.
  stream.once('error', () => {});
  stream.write(`${text}\n`);
}

/** What JSON leaves as it is although some terminals obey it: further control characters, and marks that turn a line around. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const toJson = (data: object) =>
  JSON.stringify(data).replace(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** By their titles. */
export type Columns<Row> = Record<string, (row: Row) => string | number>;

/** As wide as every terminal. */
const mostWidth = 80;
const leastWidth = 6;
const gap = '  ';

/**
 * Rows that fit into 80 columns. Numbers are shown in whole and to the right; of texts, the longest are cut until all fit:
 * `--json` has them in whole. Nothing in them can reach the terminal as a command to it.
 */
export function toTable<Row>(rows: Row[], columns: Columns<Row>): string {
  const values = rows.map((row) => Object.values(columns).map((read) => read(row)));
  const lines = [
    Object.keys(columns),
    ...values.map((line) => line.map((value) => oneLine(String(value), mostWidth))),
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
  const most = mostWidth - gap.length * (widths.length - 1);
  while (widths.reduce((sum, width) => sum + width, 0) > most) {
    const widest = Math.max(...widths.filter((_, i) => !isNumber[i]));
    if (!(widest > leastWidth)) return;
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

/** Characters that terminals give two columns: those of East Asia, and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/gu;
/** Characters that stand on the one before, or are not seen at all. */
const withoutWidth = /[\p{Mn}\p{Me}\p{Cf}]/gu;

export const textWidth = (text: string): number =>
  [...text.replace(withoutWidth, '').replace(wide, '  ')].length;
