import type { Count } from '../../store/types.ts';

/** "3,214", and "1,000+" where only so many were counted. */
export function countWords({ total, total_capped }: Count): string {
  return `${total.toLocaleString('en')}${total_capped ? '+' : ''}`;
}
