import { duplicateAction } from '../bug/duplicates/action.tsx';
import { frameActions } from './frame.tsx';
import { listActions } from './list.ts';
import { pageActions } from './pages.ts';
import { offerEverywhere } from './registry.ts';
import { triageActions } from './triage.tsx';

offerEverywhere([...triageActions, duplicateAction, ...listActions, ...frameActions, ...pageActions]);

export { allActions } from './registry.ts';
