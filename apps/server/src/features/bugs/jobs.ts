import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { Context } from '../../context.ts';
import { forgetBatches } from './bulk/undo/operations.ts';

export const bugCleanUp: CleanUp<Context> = forgetBatches;
