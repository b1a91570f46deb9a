import { retryJob } from '../features/operator/jobs/operations.ts';
import { readId } from './arguments.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const retryJobCommand: AdminCommand = {
  takes: ['<job id|all>'],
  summary: 'Tries a job again that was given up, or all of them',
  async run({ args: [word] }) {
    const which = word === 'all' ? word : readId('job id', word);
    const count = await onDatabase((context) =>
      retryJob(context, which).catch(orSay(`No job with the id ${which} has given up.`)),
    );
    return { data: { jobs: count }, text: `${count} ${count === 1 ? 'job is' : 'jobs are'} tried again.` };
  },
};
