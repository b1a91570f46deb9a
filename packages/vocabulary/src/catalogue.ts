/** What lists and filters of a team are made of. Live streams tell when one of these has changed. */
export const catalogueParts = ['labels', 'projects', 'members', 'views', 'team'] as const;
export type CataloguePart = (typeof catalogueParts)[number];
