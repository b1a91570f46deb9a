import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { Html, html } from '../html.ts';

/** A small page behind an emailed link, without scripts or external resources. */
export interface HtmlPage {
  title: string;
  body: Html;
}

const style = `
:root { color-scheme: light dark; --text: #1c1917; --quiet: #57534e; --ground: #fafaf9; --card: #fff; --edge: #e7e5e4; --accent: #b45309; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #f5f5f4; --quiet: #a8a29e; --ground: #1c1917; --card: #292524; --edge: #44403c; --accent: #f59e0b; --on-accent: #1c1917 }
}
body { margin: 0; padding: 32px 16px; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground) }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; overflow-wrap: anywhere }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3 }
p { margin: 0 0 16px }
p.quiet { margin: 0; color: var(--quiet) }
button { padding: 10px 16px; border: 0; border-radius: 6px; font: inherit; color: var(--on-accent); background: var(--accent); cursor: pointer }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex, nofollow',
};

export function sendHtmlPage(reply: FastifyReply, status: number, { title, body }: HtmlPage): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return reply.code(status).headers(headers).send(page.text);
}

export const LinkParams = Type.Object({
  token: Type.String({ description: 'Last path segment of an emailed link.' }),
});

export const htmlContent = {
  'text/html': { schema: { type: 'string', examples: ['<!doctype html>…'] } },
};
