import Type, { type Static } from 'typebox';
import type { Bug } from './routes.ts';
import type { ToolResult } from './tool.ts';
import { fence, Notice, notice, quote, UntrustedReport } from './untrusted.ts';

const BugSummaryFields = Type.Object({
  id: Type.Integer(),
  status: Type.String(),
  severity: Type.String(),
  assignee: Type.Optional(Type.String()),
  labels: Type.Array(Type.String()),
});
type BugSummaryFields = Static<typeof BugSummaryFields>;

/** Fields set by the service and the team, without untrusted text of the reporter. */
export const BugState = Type.Object({
  ...BugSummaryFields.properties,
  project_id: Type.Integer(),
  comments: Type.Integer(),
  created_at: Type.String(),
});
export type BugState = Static<typeof BugState>;

function summaryFieldsOf(bug: Bug): BugSummaryFields {
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
  ...summaryFieldsOf(bug),
  project_id: bug.project_id,
  comments: bug.comment_count,
  created_at: bug.created_at,
});

/** Names are quoted, so that none can imitate another line. */
function summaryLine({ id, status, severity, assignee, labels }: BugSummaryFields): string {
  return [
    `#${id} ${status}, ${severity}`,
    assignee ? `assigned to ${quote(assignee)}` : 'unassigned',
    `labels: ${labels.map(quote).join(', ') || 'none'}`,
  ].join(' · ');
}

export const stateLine = (state: BugState) =>
  `${summaryLine(state)} · project ${state.project_id} · comments: ${state.comments} · reported ${state.created_at}`;

export const Title = UntrustedReport({ title: Type.String() });

const maxTitleLength = 200;

/** Truncates by code points, so that no surrogate pair is split. */
export function titleOf({ title }: Bug): Static<typeof Title> {
  const characters = [...title];
  if (characters.length <= maxTitleLength) return { title };
  return { title: `${characters.slice(0, maxTitleLength - 1).join('')}…` };
}

export const titleLine = (id: number, { title }: Static<typeof Title>) => `#${id} ${quote(title)}`;

/** Result of every tool that changes a bug. The title lets the assistant verify that it is the right one. */
export const ChangedBug = Type.Object({
  notice: Notice,
  bug: Type.Object({ ...BugSummaryFields.properties, untrusted_report: Title }),
});

export function changed(bug: Bug, message: string): ToolResult<Static<typeof ChangedBug>> {
  const fields = summaryFieldsOf(bug);
  const title = titleOf(bug);
  return {
    text: `${message}\n${summaryLine(fields)}\n\n${fence(titleLine(bug.id, title))}`,
    data: { notice, bug: { ...fields, untrusted_report: title } },
  };
}
