import { ApiError } from '../errors.ts';
import { explainStartFailure } from '../start/failures.ts';
import { StartError } from '../start-error.ts';
import type { Outcome } from './command.ts';

/** Prints what a command has to say, for people or for programs, and returns its exit code. */
export function printOutcome({ data, text, note, isBad = false }: Outcome, asJson: boolean): number {
  const answer = asJson ? toJson(data) : text;
  if (answer) print(process.stdout, answer);
  if (note && !asJson) print(process.stderr, note);
  return isBad ? 1 : 0;
}

/** Prints why a command failed: a sentence or, for programs, an object such as the API answers with. */
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
