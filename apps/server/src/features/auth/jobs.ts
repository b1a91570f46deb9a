import type { JobKinds } from '../../jobs/runner.ts';
import { sendPasswordReset } from './reset-operations.ts';

export const authJobs: JobKinds = {
  'send-password-reset': { run: (context, { email }) => sendPasswordReset(context, String(email)) },
};
