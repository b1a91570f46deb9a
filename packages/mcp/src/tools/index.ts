import type { Tool } from '../tool.ts';
import { addComment } from './add-comment.ts';
import { addLabelToBug } from './add-label-to-bug.ts';
import { assignToMe } from './assign-to-me.ts';
import { createLabel } from './create-label.ts';
import { deleteLabel } from './delete-label.ts';
import { detectFramework } from './detect-framework.ts';
import { findSimilarBugs } from './find-similar-bugs.ts';
import { getBug } from './get-bug.ts';
import { getInstallSnippet } from './get-install-snippet.ts';
import { getStats } from './get-stats.ts';
import { listBugs } from './list-bugs.ts';
import { listHoneycombs } from './list-honeycombs.ts';
import { listLabels } from './list-labels.ts';
import { markSpam } from './mark-spam.ts';
import { removeLabelFromBug } from './remove-label-from-bug.ts';
import { resolveBug } from './resolve-bug.ts';
import { updateBug } from './update-bug.ts';
import { updateLabel } from './update-label.ts';
import { verifyApiKey } from './verify-api-key.ts';

/** Every tool, in the order in which they are listed. */
export const tools: Tool[] = [
  listBugs,
  getBug,
  findSimilarBugs,
  updateBug,
  resolveBug,
  markSpam,
  assignToMe,
  addComment,
  listHoneycombs,
  getStats,
  listLabels,
  createLabel,
  updateLabel,
  deleteLabel,
  addLabelToBug,
  removeLabelFromBug,
  verifyApiKey,
  detectFramework,
  getInstallSnippet,
];
