/** An invariant and the number of violations found. */
export interface Check {
  name: string;
  violations: number;
  /** The first few violations, for debugging. */
  examples: string[];
}

export function check(name: string, violations: string[]): Check {
  return { name, violations: violations.length, examples: violations.slice(0, 3) };
}
