import type { Context } from '../../context.ts';
import type { JobKinds } from '../../jobs/runner.ts';
import { sendPasswordReset } from './password-reset/operations.ts';
import { sendVerification } from './verification/operations.ts';

export const authJobs: JobKinds<Context> = {
  'send-password-reset': { run: (context, { email }) => sendPasswordReset(context, String(email)) },
  'send-email-verification': { run: (context, { user_id }) => sendVerification(context, Number(user_id)) },
};
