import type { Webhook } from './queries.ts';

export const eventWords: Record<Webhook['events'][number], { name: string; hint: string }> = {
  'bug.created': { name: 'New reports', hint: 'bug.created' },
  'bug.updated': { name: 'Changes: status, severity, assignee, labels, duplicates', hint: 'bug.updated' },
  'bug.commented': { name: 'Comments', hint: 'bug.commented' },
};

export const transformWords: Record<Webhook['transform'], string> = {
  raw: 'JSON, for a program of yours',
  slack: 'Message for Slack',
  discord: 'Message for Discord',
};

/** "New reports, comments" */
export const eventList = (events: Webhook['events']) =>
  events
    .map(
      (event) =>
        ({ 'bug.created': 'new reports', 'bug.updated': 'changes', 'bug.commented': 'comments' })[event],
    )
    .join(', ');
