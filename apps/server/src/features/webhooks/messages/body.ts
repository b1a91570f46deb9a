import type { Report, Via } from '@skep/vocabulary';

/** What a webhook is told about an event. */
export interface EventFacts {
  id: string;
  type: string;
  created_at: Date;
  project: { id: number; name: string };
  /** The bug as JSON text: parsing and writing it again would change its `extra`, the digits of large numbers for example. */
  bug: string;
  changes?: Record<string, unknown> | undefined;
  comment?: object | undefined;
  actor?: { id: number; name: string } | undefined;
  via: Via;
}

/** Writes the JSON that webhooks get unless they ask for another form. */
export function writeBody({ bug, changes, comment, actor, via, ...head }: EventFacts): string {
  const beginning = JSON.stringify(head);
  const end = JSON.stringify({ changes, comment, actor, via });
  return `${beginning.slice(0, -1)},"bug":${bug},${end.slice(1)}`;
}

interface WithName {
  name: string;
}

type FieldInMessages =
  | 'title'
  | 'description'
  | 'severity'
  | 'environment'
  | 'app_version'
  | 'url'
  | 'reporter_email';

/** The fields of a body that messages for Slack and Discord are made from. */
export interface EventBody {
  type: string;
  created_at: string;
  project: WithName;
  bug: Pick<Report, FieldInMessages> & {
    id: number;
    status: string;
    assignee: WithName | null;
    labels: (WithName & { id: number })[];
  };
  changes?: Record<string, unknown>;
  comment?: { body: string };
  actor?: WithName;
  via: string;
}
