import type { Webhook } from './queries.ts';

export const eventWords: Record<Webhook['events'][number], { name: string; hint: string }> = {
  'bug.created': { name: 'New reports', hint: 'bug.created' },
  'bug.updated': { name: 'Updates: status, severity, assignee, labels, duplicates', hint: 'bug.updated' },
  'bug.commented': { name: 'Comments', hint: 'bug.commented' },
};

export const transformWords: Record<Webhook['transform'], string> = {
  raw: 'JSON',
  slack: 'Slack message',
  discord: 'Discord message',
};

/** "New reports, comments" */
export const eventList = (events: Webhook['events']) =>
  events
    .map(
      (event) =>
        ({ 'bug.created': 'new reports', 'bug.updated': 'updates', 'bug.commented': 'comments' })[event],
    )
    .join(', ');
