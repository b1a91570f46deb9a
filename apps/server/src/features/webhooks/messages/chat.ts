import type { Report, Transform } from '@skep/vocabulary';

export const testEvent = 'webhook.test';

interface WithName {
  name: string;
}

/** The fields used in Slack and Discord messages. */
export interface EventBody {
  type: string;
  created_at: string;
  project: WithName;
  bug: Partial<Report> &
    Pick<Report, 'title' | 'description' | 'severity'> & {
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

export function transformBody(transform: Transform, body: string, baseUrl: string): string {
  if (transform === 'raw') return body;
  const message = toMessage(JSON.parse(body), baseUrl);
  return JSON.stringify(transform === 'slack' ? toSlack(message) : toDiscord(message));
}

/** An event as plain text, not yet escaped. */
interface Message {
  headline: string;
  title: string;
  text: string;
  facts: { name: string; value: string }[];
  link: { label: string; url: string };
  severity: string;
  created_at: string;
}

function toMessage(body: EventBody, baseUrl: string): Message {
  const { bug, created_at } = body;
  return {
    headline: headlineOf(body),
    title: bug.title,
    text: messageText(body),
    facts: factsOf(body),
    link:
      body.type === testEvent
        ? { label: 'Skep', url: baseUrl }
        : { label: `Bug ${bug.id} in Skep`, url: `${baseUrl}/bugs/${bug.id}` },
    severity: bug.severity,
    created_at,
  };
}

function headlineOf({ type, project, actor, via }: EventBody): string {
  const who = (actor?.name ?? 'Someone') + (via === 'mcp' ? ' (via MCP)' : '');
  if (type === 'bug.created') return `New bug in ${project.name}`;
  if (type === 'bug.commented') return `${who} commented on a bug in ${project.name}`;
  if (type === testEvent) return `Test of a webhook of ${project.name}`;
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

type Value = string | number | WithName | null;
type Change = { from: Value; to: Value };
type LabelChange = Record<'added' | 'removed', WithName[]>;

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
  title: 'Title',
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

const slackLimits = { text: 3_000, header: 150, context: 1_000, section: 3_000, field: 200 };

/** Escaping these disables `<!channel>`, `<@U123>` and `<https://…|text>`. */
const slackEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeMarkup = (character: string) => slackEntities[character] ?? character;

/** Slack formats nothing in a plain text object. */
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** User text appears only in plain text objects and in the notification text. */
function toSlack({ headline, title, text, facts, link }: Message) {
  const fields = facts.map(({ name, value }) =>
    plain(`${name}\n${fitLine(value, slackLimits.field, escapeMarkup)}`),
  );
  const url = [...link.url.replaceAll('|', '%7C')].map(escapeMarkup).join('');
  return {
    text: fitLine(`${headline}: ${title}`, slackLimits.text, escapeMarkup),
    mrkdwn: false,
    blocks: [
      { type: 'header', text: plain(fitLine(title, slackLimits.header, escapeMarkup)) },
      { type: 'context', elements: [plain(fitLine(headline, slackLimits.context, escapeMarkup))] },
      { type: 'section', text: plain(fit(text, slackLimits.section, escapeMarkup)) },
      { type: 'section', fields },
      { type: 'section', text: { type: 'mrkdwn', text: `<${url}|${link.label}>`, verbatim: true } },
    ],
  };
}

/** In characters. Discord's own limits are slightly higher, with 6,000 in total. */
const discordLimits = { author: 256, title: 256, description: 4_000, value: 150 };

/** The zero-width space after @ prevents mentions. */
function escapeMarkdown(character: string): string {
  if (character === '@') return '\\@\u200b';
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
}

/** For fields without Markdown, where a backslash would be visible. */
const escapeMention = (character: string) => (character === '@' ? '@\u200b' : character);

const colors: Record<string, number> = {
  low: 0x78716c,
  medium: 0xd97706,
  high: 0xea580c,
  critical: 0xdc2626,
};

function toDiscord({ headline, title, text, facts, link, severity, created_at }: Message) {
  const fields = facts.map(({ name, value }) => ({
    name,
    value: fitLine(value, discordLimits.value, escapeMarkdown),
    inline: true,
  }));
  const embed = {
    author: { name: fitLine(headline, discordLimits.author, escapeMention) },
    title: fitLine(title, discordLimits.title, escapeMarkdown),
    url: link.url,
    description: fit(text, discordLimits.description, escapeMarkdown),
    color: colors[severity],
    fields,
    timestamp: created_at,
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

type EscapeCharacter = (character: string) => string;

/** Escapes and truncates to `limit` UTF-16 code units, without splitting a character or an escape. */
function fit(text: string, limit: number, escapeCharacter: EscapeCharacter): string {
  const characters = [...text.replace(invisible, '').trim()];
  const escaped = characters.map(escapeCharacter);
  if (lengthOf(escaped) <= limit) return escaped.join('') || nothing;
  let length = 1;
  const end = escaped.findIndex((piece) => {
    length += piece.length;
    return length > limit;
  });
  return `${escaped.slice(0, end).join('')}…`;
}

function fitLine(text: string, limit: number, escapeCharacter: EscapeCharacter): string {
  return fit(text.replace(/\s+/g, ' '), limit, escapeCharacter);
}

const lengthOf = (pieces: string[]) => pieces.reduce((sum, { length }) => sum + length, 0);

/** Control characters except line breaks and tabs, and bidi marks. */
const invisible = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Slack and Discord reject empty text. */
const nothing = '–';
