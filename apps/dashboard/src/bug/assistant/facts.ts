/** What an assistant is told about a bug. */
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
  /** Short texts that came with the report, by name. */
  sent: Record<string, string | null>;
  stackTrace: string | null;
  /** The JSON as it was sent. */
  extra: string | null;
}
