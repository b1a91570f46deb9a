/** Overlays, in one chunk that is fetched when the page is idle (`chunk.ts`). */
export { FacetMenu, FilterMenu, GroupMenu, SortMenu } from '../inbox/filter-bar/menus.tsx';
export { TeamChoices } from '../inbox/sidebar/team-choices.tsx';
export { UserChoices } from '../inbox/sidebar/user-choices.tsx';
export { ViewDialog } from '../inbox/views/view-dialog.tsx';
export { ViewMenu } from '../inbox/views/view-menu.tsx';
export { ActionMenu } from './action-menu.tsx';
export { LabelPicker } from './pickers/label-picker.tsx';
export { AssigneePicker, SeverityPicker, StatusPicker } from './pickers/pickers.tsx';
export { RowMenu } from './row-menu.tsx';
