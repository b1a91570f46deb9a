import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { forgetUnproved } from './account/operations.ts';
import { deleteAbandonedTeam, emptyTeam } from './team/operations.ts';

export const leavingCleanUp: CleanUp<Context> = forgetUnproved;

export const leavingJobs: JobKinds<Context> = {
  'delete-abandoned-team': {
    run: (context, { team_id }) => deleteAbandonedTeam(context, Number(team_id)),
    attempts: Number.POSITIVE_INFINITY,
    longestWaitSeconds: 7 * 24 * 3600,
  },
  'empty-team': {
    run: (context, { team_id }, stopping) => emptyTeam(context, Number(team_id), stopping),
    // What somebody wanted deleted is not kept because of a failure.
    attempts: Number.POSITIVE_INFINITY,
  },
};
