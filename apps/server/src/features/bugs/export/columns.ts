import { fieldsIn } from '@skep/vocabulary';

/** The fields of a report that an export has. The bug's status, which is not one of them, stands before the severity. */
const fields = fieldsIn('csv').flatMap((name) =>
  name === 'severity' ? (['status', name] as const) : ([name] as const),
);

export const csvColumns = [
  'id',
  'project',
  ...fields,
  'assignee',
  'labels',
  'duplicate_of_id',
  'created_at',
  'updated_at',
] as const;
