import { fieldsIn } from '@skep/vocabulary';

/** The team's word for where a bug stands comes before the reporter's for how bad it is. */
const fields = fieldsIn('csv').flatMap((name) =>
  name === 'severity' ? (['status', name] as const) : ([name] as const),
);

export const columns = [
  'id',
  'project',
  ...fields,
  'assignee',
  'labels',
  'duplicate_of_id',
  'created_at',
  'updated_at',
] as const;
