import Type, { type Static } from 'typebox';
import type { Bug } from './routes.ts';
import type { Reply } from './tool.ts';
import { fence, Notice, notice, quote, UntrustedReport } from './untrusted.ts';

const Triage = Type.Object({
  id: Type.Integer(),
  status: Type.String(),
  severity: Type.String(),
  assignee: Type.Optional(Type.String()),
  labels: Type.Array(Type.String()),
});
type Triage = Static<typeof Triage>;

/** What the service and the team say of a bug, and nothing that the reporter said. */
export const BugState = Type.Object({
  ...Triage.properties,
  project_id: Type.Integer(),
  comments: Type.Integer(),
  created_at: Type.String(),
});
export type BugState = Static<typeof BugState>;

function triageOf(bug: Bug): Triage {
  const assignee = bug.assignee && (bug.assignee.name || bug.assignee.email);
  return {
    id: bug.id,
    status: bug.status,
    severity: bug.severity,
    ...(assignee && { assignee }),
    labels: bug.labels.map(({ name }) => name),
  };
}

export const stateOf = (bug: Bug): BugState => ({
  ...triageOf(bug),
  project_id: bug.project_id,
  comments: bug.comment_count,
  created_at: bug.created_at,
});

/** Names that people chose are quoted, so that none can pretend to be another line. */
function triageLine({ id, status, severity, assignee, labels }: Triage): string {
  return [
    `#${id} ${status}, ${severity}`,
    assignee ? `assigned to ${quote(assignee)}` : 'unassigned',
    `labels: ${labels.map(quote).join(', ') || 'none'}`,
  ].join(' · ');
}

export const stateLine = (state: BugState) =>
  `${triageLine(state)} · project ${state.project_id} · comments: ${state.comments} · reported ${state.created_at}`;

export const Title = UntrustedReport({ title: Type.String() });

const longestTitle = 200;

/** Shortened by code points, so that no surrogate pair is cut in half. */
export function titleOf({ title }: Bug): Static<typeof Title> {
  const characters = [...title];
  if (characters.length <= longestTitle) return { title };
  return { title: `${characters.slice(0, longestTitle - 1).join('')}…` };
}

export const titleLine = (id: number, { title }: Static<typeof Title>) => `#${id} ${quote(title)}`;

/** What every tool that changes a bug answers. The title shows the assistant that it was the right one. */
export const ChangedBug = Type.Object({
  notice: Notice,
  bug: Type.Object({ ...Triage.properties, untrusted_report: Title }),
});

export function changed(bug: Bug, what: string): Reply<Static<typeof ChangedBug>> {
  const triage = triageOf(bug);
  const title = titleOf(bug);
  return {
    text: `${what}\n${triageLine(triage)}\n\n${fence(titleLine(bug.id, title))}`,
    data: { notice, bug: { ...triage, untrusted_report: title } },
  };
}
