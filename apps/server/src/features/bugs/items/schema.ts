import Type, { type Static } from 'typebox';
import { Bug } from '../schema.ts';

const { description: _long, stack_trace: _longer, extra: _longest, ...fields } = Bug.properties;

/** A bug in a list: without its long texts. */
export const BugListItem = Type.Object(
  { ...fields, excerpt: Type.String({ description: 'The first 200 characters of the description.' }) },
  {
    title: 'BugListItem',
    examples: [
      {
        id: 412,
        project_id: 3,
        title: 'Checkout button does nothing',
        status: 'open',
        severity: 'high',
        environment: null,
        app_version: null,
        url: 'https://shop.example.com/checkout',
        user_agent: 'Mozilla/5.0',
        reporter_email: 'visitor@example.com',
        reporter_identifier: null,
        assignee_id: null,
        assignee: null,
        labels: [],
        duplicate_of_id: null,
        attachments: [],
        comment_count: 0,
        created_at: '2026-11-15T09:00:00.000Z',
        updated_at: '2026-11-15T09:00:00.000Z',
        excerpt: 'I press "Pay" and nothing happens.',
      },
    ],
  },
);
export type BugListItem = Static<typeof BugListItem>;
