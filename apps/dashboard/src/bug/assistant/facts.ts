import type { Bug } from '../../store/types.ts';

/** Data about a bug that is exported for an AI assistant. */
export interface BugFacts {
  id: number;
  project: string;
  status: string;
  severity: string;
  assignee: string | null;
  labels: string[];
  duplicateOf: number | null;
  createdAt: string;
  link: string;
  title: string;
  description: string;
  /** Text fields of the report, by name. */
  sent: Record<string, string | null>;
  stackTrace: string | null;
  /** Raw JSON of the report. */
  extra: string | null;
}

export function factsOf(bug: Bug, projects: readonly { id: number; name: string }[], link: string): BugFacts {
  return {
    id: bug.id,
    project: projects.find(({ id }) => id === bug.project_id)?.name ?? 'an unknown project',
    status: bug.status,
    severity: bug.severity,
    assignee: bug.assignee?.name ?? null,
    labels: bug.labels.map(({ name }) => name),
    duplicateOf: bug.duplicate_of_id,
    createdAt: bug.created_at,
    link,
    title: bug.title,
    description: bug.description,
    sent: {
      Page: bug.url,
      Browser: bug.user_agent,
      Version: bug.app_version,
      Environment: bug.environment,
      Reporter: bug.reporter_email ?? bug.reporter_identifier,
      Screenshot: bug.attachments[0]?.filename ?? null,
    },
    stackTrace: bug.stack_trace,
    extra: bug.extra,
  };
}
