import type { EventBody } from './body.ts';
import { testEvent } from './test-body.ts';

/** An event in words, for people who read it in a chat. All of it is plain text that has not been escaped yet. */
export interface Message {
  /** Says who did what, and in which project. */
  headline: string;
  title: string;
  text: string;
  facts: { name: string; value: string }[];
  link: { label: string; url: string };
  severity: string;
  created_at: string;
}

export function toMessage(body: EventBody, baseUrl: string): Message {
  const { bug, created_at } = body;
  return {
    headline: headlineOf(body),
    title: bug.title,
    text: messageText(body),
    facts: factsOf(body),
    link: body.type === testEvent ? { label: 'Skep', url: baseUrl } : linkTo(bug.id, baseUrl),
    severity: bug.severity,
    created_at,
  };
}

const linkTo = (bugId: number, baseUrl: string) => ({
  label: `Bug ${bugId} in Skep`,
  url: `${baseUrl}/bugs/${bugId}`,
});

function headlineOf({ type, project, actor, via }: EventBody): string {
  const who = (actor?.name ?? 'Somebody') + (via === 'mcp' ? ' (by MCP)' : '');
  if (type === 'bug.created') return `New bug in ${project.name}`;
  if (type === 'bug.commented') return `${who} commented on a bug in ${project.name}`;
  if (type === testEvent) return `A test of the webhook for ${project.name}`;
  return `${who} changed a bug in ${project.name}`;
}

function messageText({ type, bug, changes = {}, comment }: EventBody): string {
  if (comment) return comment.body;
  if (type !== 'bug.updated') return bug.description;
  return Object.entries(changes)
    .flatMap(([field, change]) =>
      field === 'labels' ? describeLabels(change as LabelChange) : describeChange(field, change as Change),
    )
    .join('\n');
}

type Value = string | number | { name: string } | null;
type Change = { from: Value; to: Value };
type LabelChange = Record<'added' | 'removed', { name: string }[]>;

function describeLabels({ added, removed }: LabelChange): string[] {
  return [
    ...added.map(({ name }) => `Label added: ${name}`),
    ...removed.map(({ name }) => `Label removed: ${name}`),
  ];
}

function describeChange(field: string, { from, to }: Change): string {
  return `${fieldNames[field] ?? field}: ${show(from)} → ${show(to)}`;
}

const fieldNames: Record<string, string> = {
  status: 'Status',
  severity: 'Severity',
  assignee: 'Assignee',
  duplicate_of_id: 'Duplicate of',
};

function show(value: Value): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? value.name : String(value);
}

function factsOf({ bug }: EventBody): Message['facts'] {
  const labels = bug.labels.map(({ name }) => name).join(', ');
  const facts: [string, string | null | undefined][] = [
    ['Status', bug.status],
    ['Severity', bug.severity],
    ['Assignee', bug.assignee?.name],
    ['Labels', labels],
    ['Environment', bug.environment],
    ['Version', bug.app_version],
    ['Page', bug.url],
    ['Reporter', bug.reporter_email],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
