import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { cleanUpAttachments, collectUploads, removeDiscardedObjects } from './upkeep/operations.ts';

export const attachmentJobs: JobKinds<Context> = {
  attachments: {
    everySeconds: 1,
    // The two run one after the other: an object that is just being collected must not be removed at the same time.
    run: async (context) => {
      await collectUploads(context);
      await removeDiscardedObjects(context);
    },
  },
  'clean-up-attachments': { everySeconds: 3600, run: cleanUpAttachments },
};
