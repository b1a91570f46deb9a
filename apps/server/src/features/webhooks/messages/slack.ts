import { fit, fitLine } from './fit.ts';
import type { Message } from './message.ts';

const limits = { text: 3_000, header: 150, context: 1_000, section: 3_000, field: 200 };

/** With these, `<!channel>`, `<@U123>` or `<https://…|text>` are what they look like and nothing more. */
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const inert = (character: string) => entities[character] ?? character;

/** Nothing in it is formatted, linked or turned into an emoji. */
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/**
 * A message for an incoming webhook of Slack. What people wrote stands in plain text objects only, and in the text that
 * notifications show.
 */
export function toSlack({ headline, title, text, facts, link }: Message) {
  const fields = facts.map(({ name, value }) => plain(`${name}\n${fitLine(value, limits.field, inert)}`));
  const url = [...link.url.replaceAll('|', '%7C')].map(inert).join('');
  return {
    text: fitLine(`${headline}: ${title}`, limits.text, inert),
    mrkdwn: false,
    blocks: [
      { type: 'header', text: plain(fitLine(title, limits.header, inert)) },
      { type: 'context', elements: [plain(fitLine(headline, limits.context, inert))] },
      { type: 'section', text: plain(fit(text, limits.section, inert)) },
      { type: 'section', fields },
      { type: 'section', text: { type: 'mrkdwn', text: `<${url}|${link.label}>`, verbatim: true } },
    ],
  };
}
