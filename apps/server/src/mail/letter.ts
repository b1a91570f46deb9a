import type { Mail } from './mailer.ts';

export interface Letter {
  to: string;
  subject: string;
  /** Paragraphs before the button, as plain text. */
  before: string[];
  button: { label: string; url: string };
  /** Paragraphs after it. */
  after: string[];
}

/** The same words as text and as HTML. */
export function writeLetter({ to, subject, before, button, after }: Letter): Mail {
  const text = [...before, `${button.label}: ${button.url}`, ...after].join('\n\n');
  const html = `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1917;background:#fafaf9">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e7e5e4;border-radius:8px">
${paragraphs(before)}
<p><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#b45309;color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a></p>
${paragraphs(after)}
</div>
</body>
</html>`;
  return { to, subject: subject.replace(/\s+/g, ' '), text: `${text}\n`, html };
}

const paragraphs = (lines: string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
