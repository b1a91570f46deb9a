import type { Problem } from '@skep/client';

interface Description {
  /** What is wrong with single fields of the form. */
  byField: Record<string, string>;
  /** What is wrong with the whole, in a sentence. */
  sentence?: string;
}

/** Says in words what came of a request: at its fields where they are on the page, else above them. */
export function describeProblem(problem: Problem<unknown>, fieldsOnPage: string[]): Description {
  if (problem.kind !== 'refused') {
    return { byField: {}, sentence: 'Skep cannot be reached. Check your connection, and try again.' };
  }
  const { status, detail, fields, retryAfter, requestId } = problem;
  if (status === 429) {
    return { byField: {}, sentence: `Too many attempts. Try again ${inWords(retryAfter ?? 60)}.` };
  }
  if (status === 403 && detail === 'Sign-up is closed') return { byField: {}, sentence: closedSignup };
  if (status >= 500) {
    const asked = requestId ? ` Whoever runs this service finds it in the log as ${requestId}.` : '';
    return { byField: {}, sentence: `Something went wrong on our side. Try again in a moment.${asked}` };
  }
  const here = fields.map(inField).filter(({ name }) => fieldsOnPage.includes(name));
  if (here.length > 0) {
    return { byField: Object.fromEntries(here.reverse().map(({ name, message }) => [name, message])) };
  }
  return { byField: {}, sentence: toSentence(detail) };
}

/** Of a list, which is written line by line, the service says which entry is wrong: `allowed_origins.1`. */
function inField({ field, message }: { field: string; message: string }): { name: string; message: string } {
  const [, name, nth] = /^(\w+)\.(\d+)$/.exec(field) ?? [];
  if (name === undefined) return { name: field, message: toSentence(message) };
  return { name, message: toSentence(`line ${Number(nth) + 1}: ${message}`) };
}

export const closedSignup =
  'Sign-up is closed here. Ask somebody who is in already to invite you, or whoever runs this service.';

const toSentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;

/** How long to wait, in the largest unit that makes sense, rounded up. */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds <= 90
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}
