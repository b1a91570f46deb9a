/** Reports start as `open`. Any status can follow any other. */
export const statuses = [
  'open',
  'in_progress',
  /** Fixed. Reporters who asked for it get an email. */
  'resolved',
  /** Closed for another reason, such as an answered question. */
  'closed',
  'wont_fix',
  'spam',
] as const;
export type Status = (typeof statuses)[number];

/** Lowest first. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

export const activityKinds = [
  'created',
  'status_changed',
  'severity_changed',
  'title_changed',
  /** Assigned or unassigned. */
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

/** A deleted bug has no timeline. */
export type TimelineKind = Exclude<ActivityKind, 'deleted'>;
export const timelineKinds = activityKinds.filter((kind): kind is TimelineKind => kind !== 'deleted');

/** The channel of a change: a user session, an MCP token or a project's API key. */
export const viaValues = ['dashboard', 'mcp', 'api'] as const;
export type Via = (typeof viaValues)[number];

/** Content types accepted as attachments. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

export const maxImageBytes = 2_097_152;

export const maxCommentImages = 10;

/** Ids of the images that a comment references, as in `![screen](image:12)`. */
export const referencedImageIds = (text: string): number[] => [
  ...new Set(
    [...text.matchAll(/!\[[^[\]\n]{0,255}\]\(image:([1-9]\d{0,14})\)/g)].map(([, id]) => Number(id)),
  ),
];

/** Team data that the dashboard keeps loaded. Live streams announce a change of each part. */
export const catalogueParts = ['labels', 'projects', 'members', 'views', 'team'] as const;
export type CataloguePart = (typeof catalogueParts)[number];

export const plans = ['free', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

/** What a blocklist rule matches. Case is ignored. */
export const ruleKinds = [
  /** The reporter's email address, or `@` and a domain. */
  'email',
  /** The sender's IP address, or a CIDR block. */
  'ip',
  /** A substring of the user agent in the report or the request header. */
  'user_agent',
  /** A substring of the title or the description. */
  'keyword',
] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Scopes of an MCP token, limited to its user's teams. A write scope does not include read access. */
export const scopes = [
  'read:bugs',
  /** Status, severity, assignee, comments and the labels of a bug. */
  'write:bugs',
  /** Projects and their API keys. */
  'read:honeycombs',
  /** Teams and their statistics. */
  'read:teams',
  'read:labels',
  /** Create, rename and delete a team's labels. */
  'write:labels',
] as const;
export type Scope = (typeof scopes)[number];

/** The last 7 or 30 days in UTC including today, or all time. */
export const statsRanges = ['week', 'month', 'all'] as const;
export type StatsRange = (typeof statsRanges)[number];

/** Webhook events. A request that changes several fields of a bug causes one `bug.updated`. */
export const eventTypes = ['bug.created', 'bug.updated', 'bug.commented'] as const;
export type EventType = (typeof eventTypes)[number];

/** Format of a webhook body: the event as JSON, or a Slack or Discord message. */
export const transforms = ['raw', 'slack', 'discord'] as const;
export type Transform = (typeof transforms)[number];

/** `pending` includes deliveries that will be retried; `failed` is final. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
