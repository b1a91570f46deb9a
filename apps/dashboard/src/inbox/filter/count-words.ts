/** "3,214", and "1,000+" where only so many were counted. */
export function countWords({ total, isCapped }: { total: number; isCapped: boolean }): string {
  return `${total.toLocaleString('en')}${isCapped ? '+' : ''}`;
}
