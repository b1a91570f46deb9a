import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { Context } from '../../context.ts';
import { forgetIngestRows } from './operations.ts';

export const ingestCleanUp: CleanUp<Context> = forgetIngestRows;
