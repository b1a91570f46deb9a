/** One invariant: how many things were found that break it, which must be none. */
export interface Check {
  name: string;
  broken: number;
  /** A few of them, for whoever has to find the cause. */
  examples: string[];
}

export function check(name: string, broken: string[]): Check {
  return { name, broken: broken.length, examples: broken.slice(0, 3) };
}
