import type { Via } from '@skep/vocabulary';

/** Who is asking, what they own, and by which way they came. Every operation that is not public takes one. */
export interface Actor {
  userId: number;
  teamIds: number[];
  via: Via;
}
