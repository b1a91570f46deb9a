import type { Count } from '../../store/types.ts';

/** "3,214", or "1,000+" for a capped count. */
export function countWords({ total, total_capped }: Count): string {
  return `${total.toLocaleString('en')}${total_capped ? '+' : ''}`;
}
