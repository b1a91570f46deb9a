import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { tellDrops } from './drops/operations.ts';
import { sendQuotaNotice, tellQuotas } from './quota/operations.ts';

export const projectJobs: JobKinds<Context> = {
  // These two look at a row for each project, so that reports, which change these rows, pay nothing for being watched.
  'tell-quotas': { everySeconds: 10, run: tellQuotas },
  'tell-drops': { everySeconds: 10, run: tellDrops },
  'send-quota-notice': {
    run: (context, { project_id, user_id, month, level }) =>
      sendQuotaNotice(context, {
        projectId: Number(project_id),
        userId: Number(user_id),
        month: String(month),
        level: Number(level),
      }),
  },
};
