import type { Severity, Status } from '@skep/vocabulary';

/** Display names of API values. */
export const statusNames: Record<Status, string> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
  wont_fix: 'Won’t fix',
  spam: 'Spam',
};

export const severityNames: Record<Severity, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};
