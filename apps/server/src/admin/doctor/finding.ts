export interface Finding {
  verdict: 'ok' | 'warning' | 'problem' | 'skipped';
  found: string;
  advice: string | null;
}

export const ok = (found: string, advice: string | null = null): Finding => ({
  verdict: 'ok',
  found,
  advice,
});
export const warning = (found: string, advice: string): Finding => ({ verdict: 'warning', found, advice });
export const problem = (found: string, advice: string): Finding => ({ verdict: 'problem', found, advice });
export const skipped = (found: string): Finding => ({ verdict: 'skipped', found, advice: null });

/** Drops the absent findings. */
export const compact = (...findings: (Finding | null | false)[]): Finding[] =>
  findings.filter((finding) => finding !== null && finding !== false);

/** The message of an error and its causes, on one line. */
export function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { message, cause } = inner as Error;
  const because = cause instanceof Error && cause.message ? `${message}: ${reasonOf(cause)}` : message;
  return because.replace(/\s+/g, ' ').replace(/\.$/, '');
}

const steps = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export function inBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), steps.length - 1);
  const number = bytes / 1024 ** step;
  return `${number < 10 && step > 0 ? number.toFixed(1) : Math.round(number)} ${steps[step]}`;
}
