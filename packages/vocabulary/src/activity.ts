/** Everything that can happen to a bug. */
export const activityKinds = [
  'created',
  'status_changed',
  'severity_changed',
  'title_changed',
  /** The bug was assigned to somebody, or to nobody. */
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

/** What the timeline of a bug can show: a deleted bug has none. */
export type TimelineKind = Exclude<ActivityKind, 'deleted'>;
export const timelineKinds = activityKinds.filter((kind): kind is TimelineKind => kind !== 'deleted');
