import { allReportFields, forFields } from '@skep/vocabulary';

/** The report that the OpenAPI document shows as an example. */
export const exampleReport = {
  ...forFields(allReportFields, () => null),
  title: 'Checkout button does nothing',
  description: 'I press "Pay" and nothing happens.',
  severity: 'high',
  url: 'https://shop.example.com/checkout',
  user_agent: 'Mozilla/5.0',
  reporter_email: 'visitor@example.com',
  extra: { cart: 3 },
};
const { title, description, ...others } = exampleReport;

/** The bug that the report of the example becomes. */
export const exampleBug = {
  id: 412,
  project_id: 3,
  title,
  description,
  status: 'open',
  ...others,
  assignee_id: null,
  assignee: null,
  labels: [],
  duplicate_of_id: null,
  duplicate_count: 0,
  attachments: [],
  comment_count: 0,
  revision: 1,
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
};
