import type { Loops, Running } from '../background/loops.ts';
import type { Sessions } from './sessions.ts';

const refreshMs = 300;

/** Keeps the sessions in memory up to date. */
export const keepSessions = ({ loops, sessions }: { loops: Loops; sessions: Sessions }): Running =>
  loops.start({
    name: 'sessions',
    async step() {
      await sessions.refresh();
      return refreshMs;
    },
  });
