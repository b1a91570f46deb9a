import { fit, fitLine } from './fit.ts';
import type { Message } from './message.ts';

/** Limits in characters. Discord takes a little more of each, and 6,000 in all, which these stay below together. */
const limits = { author: 256, title: 256, description: 4_000, value: 150 };

/**
 * Escapes Markdown: a backslash before punctuation takes away whatever meaning it has. A zero-width space after @ keeps it
 * apart from the name that follows, so that nobody is mentioned.
 */
function escapeMarkdown(character: string): string {
  if (character === '@') return '\\@\u200b';
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
}

/** For fields that Discord does not format, where a backslash would be seen: only mentions are prevented. */
const escapeMention = (character: string) => (character === '@' ? '@\u200b' : character);

const colors: Record<string, number> = {
  low: 0x78716c,
  medium: 0xd97706,
  high: 0xea580c,
  critical: 0xdc2626,
};

/** A message for a webhook of Discord. Whatever people wrote, it mentions nobody and has no link but its own. */
export function toDiscord({ headline, title, text, facts, link, severity, created_at }: Message) {
  const fields = facts.map(({ name, value }) => ({
    name,
    value: fitLine(value, limits.value, escapeMarkdown),
    inline: true,
  }));
  const embed = {
    author: { name: fitLine(headline, limits.author, escapeMention) },
    title: fitLine(title, limits.title, escapeMarkdown),
    url: link.url,
    description: fit(text, limits.description, escapeMarkdown),
    color: colors[severity],
    fields,
    timestamp: created_at,
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}
