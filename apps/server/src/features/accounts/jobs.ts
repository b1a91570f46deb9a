import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { forgetPasswordResets, sendPasswordReset } from './password-reset/operations.ts';
import { sendVerification } from './verification/operations.ts';

export const accountCleanUp: CleanUp<Context> = forgetPasswordResets;

export const authJobs: JobKinds<Context> = {
  'send-password-reset': { run: (context, { email }) => sendPasswordReset(context, String(email)) },
  'send-email-verification': { run: (context, { user_id }) => sendVerification(context, Number(user_id)) },
};
