import type { JobKinds } from '../background/jobs/runner.ts';
import type { Context } from '../context.ts';
import { askForBackup, backUpTonight, secondsUntilNight } from './nightly.ts';

/** The longest night, when clocks are put back. */
const longestDay = 25 * 3600;

/** A backup is a job of its own, beside the one that asks for it, so that one that fails every time is given up and seen. */
export const backupJobs: JobKinds<Context> = {
  'nightly-backup': { everySeconds: longestDay, secondsUntilNext: secondsUntilNight, run: askForBackup },
  'write-backup': {
    isLong: true,
    attempts: 5,
    run: (context, _payload, stopping) => backUpTonight(context, stopping),
  },
};
