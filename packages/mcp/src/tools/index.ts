import type { Tool } from '../tool.ts';
import {
  addComment,
  addLabelToBug,
  assignToMe,
  markSpam,
  removeLabelFromBug,
  resolveBug,
  updateBug,
} from './change-bugs.ts';
import { detectFramework, getInstallSnippet, verifyApiKey } from './install.ts';
import { createLabel, deleteLabel, listLabels, updateLabel } from './labels.ts';
import { getStats, listHoneycombs } from './projects.ts';
import { findSimilarBugs, getBug, listBugs } from './read-bugs.ts';
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
