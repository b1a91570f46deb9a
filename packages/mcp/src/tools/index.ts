import type { Tool } from '../tool.ts';
import { changeTools } from './change-bugs.ts';
import { installTools } from './install.ts';
import { labelTools } from './labels.ts';
import { projectTools } from './projects.ts';
import { readTools } from './read-bugs.ts';

/** All tools, in display order. */
export const tools: Tool[] = [...readTools, ...changeTools, ...projectTools, ...labelTools, ...installTools];
