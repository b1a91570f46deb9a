import type { Report, Via } from '@skep/vocabulary';

/** What is told of an event. */
export interface EventFacts {
  id: string;
  type: string;
  created_at: Date;
  project: { id: number; name: string };
  /** As JSON: its `extra` would not survive being parsed. */
  bug: string;
  changes?: Record<string, unknown> | undefined;
  comment?: object | undefined;
  actor?: { id: number; name: string } | undefined;
  via: Via;
}

/** The JSON that webhooks get unless they want another form. */
export function writeBody({ bug, changes, comment, actor, via, ...head }: EventFacts): string {
  const beginning = JSON.stringify(head);
  const end = JSON.stringify({ changes, comment, actor, via });
  return `${beginning.slice(0, -1)},"bug":${bug},${end.slice(1)}`;
}

interface Named {
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

/** What messages are made of, when it is read again. */
export interface EventBody {
  type: string;
  created_at: string;
  project: Named;
  bug: Pick<Report, FieldInMessages> & {
    id: number;
    status: string;
    assignee: Named | null;
    labels: (Named & { id: number })[];
  };
  changes?: Record<string, unknown>;
  comment?: { body: string };
  actor?: Named;
  via: string;
}
