/** The kinds of events that a webhook can subscribe to. */
export const eventTypes = [
  'bug.created',
  /** One event for all that a request changed of a bug: its status, severity, assignee, labels or duplicate. */
  'bug.updated',
  'bug.commented',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The form of the body that a webhook is sent. */
export const transforms = [
  /** The event itself, as JSON. */
  'raw',
  /** A message as Slack takes it. */
  'slack',
  /** A message as Discord takes it. */
  'discord',
] as const;
export type Transform = (typeof transforms)[number];

/** The state of a delivery. */
export const deliveryStatuses = [
  /** Not sent yet, or to be sent again. */
  'pending',
  'success',
  /** Given up: it is not sent again. */
  'failed',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
