/** Everything that can happen to a bug. */
export const activityKinds = [
  'created',
  'status_changed',
  'severity_changed',
  'assigned',
  'label_added',
  'label_removed',
  'commented',
  'comment_edited',
  'comment_deleted',
  'marked_duplicate',
  'unmarked_duplicate',
  'attachment_added',
  'deleted',
] as const;
export type ActivityKind = (typeof activityKinds)[number];
