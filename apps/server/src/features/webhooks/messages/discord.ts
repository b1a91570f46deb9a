import { fit, fitLine } from './fit.ts';
import type { Message } from './message.ts';

/** Discord takes a little more of each; 6,000 in all, which these stay below. */
const limits = { author: 256, title: 256, description: 4_000, value: 150 };

/** Before punctuation a backslash takes away whatever meaning it has; the space without width keeps names apart from @. */
function inert(character: string): string {
  if (character === '@') return '\\@\u200b';
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
}

/** Where nothing is formatted, and a backslash would be seen. */
const keepApart = (character: string) => (character === '@' ? '@\u200b' : character);

const colors: Record<string, number> = {
  low: 0x78716c,
  medium: 0xd97706,
  high: 0xea580c,
  critical: 0xdc2626,
};

/** A message for a webhook of Discord, which mentions nobody and has no link but its own. */
export function toDiscord({ headline, title, text, facts, link, severity, created_at }: Message) {
  const fields = facts.map(({ name, value }) => ({
    name,
    value: fitLine(value, limits.value, inert),
    inline: true,
  }));
  const embed = {
    author: { name: fitLine(headline, limits.author, keepApart) },
    title: fitLine(title, limits.title, inert),
    url: link.url,
    description: fit(text, limits.description, inert),
    color: colors[severity],
    fields,
    timestamp: created_at,
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}
