import { duplicateAction } from '../bug/duplicates/action.tsx';
import { linkActions } from '../bug/link-actions.ts';
import { frameActions } from './frame.tsx';
import { listActions } from './list.ts';
import { pageActions } from './pages.ts';
import { offerEverywhere } from './registry.ts';
import { triageActions } from './triage.tsx';

offerEverywhere([
  ...triageActions,
  duplicateAction,
  ...linkActions,
  ...listActions,
  ...frameActions,
  ...pageActions,
]);

export { allActions } from './registry.ts';
