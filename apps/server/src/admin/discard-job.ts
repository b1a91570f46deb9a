import { forgetJob } from '../features/operator/jobs/operations.ts';
import { readId } from './arguments.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const discardJobCommand: AdminCommand = {
  takes: ['<job id|all>'],
  summary: 'Forgets a job that was given up, or all of them: what it was to do is never done',
  async run({ args: [word] }) {
    const which = word === 'all' ? word : readId('job id', word);
    const count = await onDatabase((context) =>
      forgetJob(context, which).catch(orSay(`No job with the id ${which} has given up.`)),
    );
    return { data: { jobs: count }, text: `${count} ${count === 1 ? 'job is' : 'jobs are'} forgotten.` };
  },
};
