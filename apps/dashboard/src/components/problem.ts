import type { Problem } from '@skep/client';

interface Description {
  /** Error message of each field. */
  byField: Record<string, string>;
  /** Error message of the whole form. */
  sentence?: string;
}

/** Error messages of a failed request: by field where the field is on the page, else for the form. */
export function describeProblem(problem: Problem<unknown>, fieldsOnPage: string[]): Description {
  if (problem.kind !== 'refused') {
    return { byField: {}, sentence: 'Could not reach Skep. Check your connection and try again.' };
  }
  const { status, detail, fields, retryAfter, requestId } = problem;
  if (status === 429) {
    return { byField: {}, sentence: `Too many attempts. Try again ${inWords(retryAfter ?? 60)}.` };
  }
  if (status === 403 && detail === 'Sign-up is closed') return { byField: {}, sentence: closedSignup };
  if (status >= 500) {
    const asked = requestId ? ` Request id for the operator: ${requestId}.` : '';
    return { byField: {}, sentence: `Something went wrong on the server. Try again in a moment.${asked}` };
  }
  const here = fields.map(inField).filter(({ name }) => fieldsOnPage.includes(name));
  if (here.length > 0) {
    return { byField: Object.fromEntries(here.reverse().map(({ name, message }) => [name, message])) };
  }
  return { byField: {}, sentence: toSentence(detail) };
}

/** The server names list entries by index (`allowed_origins.1`); the form shows the line number. */
function inField({ field, message }: { field: string; message: string }): { name: string; message: string } {
  const [, name, nth] = /^(\w+)\.(\d+)$/.exec(field) ?? [];
  if (name === undefined) return { name: field, message: toSentence(message) };
  return { name, message: toSentence(`line ${Number(nth) + 1}: ${message}`) };
}

export const closedSignup = 'Sign-up is closed. Ask a member or the operator for an invitation.';

const toSentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;

/** Waiting time in a suitable unit, rounded up. */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds <= 90
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}
