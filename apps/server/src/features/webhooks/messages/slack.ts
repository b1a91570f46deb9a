import { fit, fitLine } from './fit.ts';
import type { Message } from './message.ts';

const limits = { text: 3_000, header: 150, context: 1_000, section: 3_000, field: 200 };

/** Escapes the characters that Slack's markup is made of, so that `<!channel>`, `<@U123>` or `<https://…|text>` are text. */
const slackEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeMarkup = (character: string) => slackEntities[character] ?? character;

/** A plain text object: Slack formats nothing in it, makes no links and no emoji. */
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/**
 * A message for an incoming webhook of Slack. What people wrote stands in plain text objects only, and in the text that
 * notifications show.
 */
export function toSlack({ headline, title, text, facts, link }: Message) {
  const fields = facts.map(({ name, value }) =>
    plain(`${name}\n${fitLine(value, limits.field, escapeMarkup)}`),
  );
  const url = [...link.url.replaceAll('|', '%7C')].map(escapeMarkup).join('');
  return {
    text: fitLine(`${headline}: ${title}`, limits.text, escapeMarkup),
    mrkdwn: false,
    blocks: [
      { type: 'header', text: plain(fitLine(title, limits.header, escapeMarkup)) },
      { type: 'context', elements: [plain(fitLine(headline, limits.context, escapeMarkup))] },
      { type: 'section', text: plain(fit(text, limits.section, escapeMarkup)) },
      { type: 'section', fields },
      { type: 'section', text: { type: 'mrkdwn', text: `<${url}|${link.label}>`, verbatim: true } },
    ],
  };
}
