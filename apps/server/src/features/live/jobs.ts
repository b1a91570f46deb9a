import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { Context } from '../../context.ts';
import { forgetCatalogueChanges } from './operations.ts';

export const liveCleanUp: CleanUp<Context> = forgetCatalogueChanges;
