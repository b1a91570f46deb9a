/** Where a bug stands. Every report begins as `open`, and any status can follow any other. */
export const statuses = [
  'open',
  'in_progress',
  /** Fixed. Reporters who want to know are told. */
  'resolved',
  /** Over for another reason, such as a question that was answered. */
  'closed',
  'wont_fix',
  'spam',
] as const;
export type Status = (typeof statuses)[number];

/** How bad a bug is, mildest first. A report that does not say is `medium`. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

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

/** Who made a change: a person with a session, an AI assistant with a token, or a program with a project key. */
export const viaValues = ['dashboard', 'mcp', 'api'] as const;
export type Via = (typeof viaValues)[number];

/** The kinds of image that can be attached to a report, by content type. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** The size of the largest image in bytes. */
export const maxImageBytes = 2_097_152;

/** How many images one comment can have. */
export const maxCommentImages = 10;

/** The ids of the images that a comment names, as in `![screen](image:12)`. */
export const referencedImageIds = (text: string): number[] => [
  ...new Set(
    [...text.matchAll(/!\[[^[\]\n]{0,255}\]\(image:([1-9]\d{0,14})\)/g)].map(([, id]) => Number(id)),
  ),
];

/** What lists and filters of a team are made of. Live streams tell when one of these has changed. */
export const catalogueParts = ['labels', 'projects', 'members', 'views', 'team'] as const;
export type CataloguePart = (typeof catalogueParts)[number];

export const plans = ['free', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

/** What a rule of a project's blocklist looks at. Case is ignored. */
export const ruleKinds = [
  /** The reporter's email address, or `@` and its domain. */
  'email',
  /** The sender's IP address, or a CIDR block. */
  'ip',
  /** A part of the user agent, of the report or of the request. */
  'user_agent',
  /** A part of the title or of the description. */
  'keyword',
] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** What an MCP token may do, always within the teams of its user. Writing does not include reading. */
export const scopes = [
  'read:bugs',
  /** Status, severity, assignee, comments, and which labels a bug carries. */
  'write:bugs',
  /** Projects, and the publishable key of each. */
  'read:honeycombs',
  /** Teams, and how many bugs they have. */
  'read:teams',
  'read:labels',
  /** The labels that a team has to choose from. */
  'write:labels',
] as const;
export type Scope = (typeof scopes)[number];

/** The calendar days in UTC that statistics are about: the last 7 or 30, today included, or all. */
export const statsRanges = ['week', 'month', 'all'] as const;
export type StatsRange = (typeof statsRanges)[number];

/** The kinds of events that a webhook can subscribe to. `bug.updated` is one event for all that a request changed of a bug. */
export const eventTypes = ['bug.created', 'bug.updated', 'bug.commented'] as const;
export type EventType = (typeof eventTypes)[number];

/** The form of the body that a webhook is sent: the event as JSON, or a message as Slack or Discord take it. */
export const transforms = ['raw', 'slack', 'discord'] as const;
export type Transform = (typeof transforms)[number];

/** The state of a webhook delivery. `pending` also means that it is to be sent again, `failed` that it is not. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
