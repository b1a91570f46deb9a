import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { Context } from '../../context.ts';
import { forgetSenderChanges } from './operations.ts';

export const senderCleanUp: CleanUp<Context> = forgetSenderChanges;
