import type { Tool } from '../tool.ts';
import { changeTools } from './change-bugs.ts';
import { installTools } from './install.ts';
import { labelTools } from './labels.ts';
import { projectTools } from './projects.ts';
import { readTools } from './read-bugs.ts';

/** Every tool, in the order in which they are listed. */
export const tools: Tool[] = [...readTools, ...changeTools, ...projectTools, ...labelTools, ...installTools];
