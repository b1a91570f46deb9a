import type { Target } from './snippet.ts';

/** What is written between the name of a variable and its type, where types are wanted. */
const typing = (typed: boolean) => (type: string) => (typed ? `: ${type}` : '');

/** What every JavaScript snippet begins with: reports stay within the service's bounds. */
const start = ({ endpoint, key }: Target, typed: boolean) => `const endpoint = ${JSON.stringify(endpoint)};
const key = ${JSON.stringify(key)};
const cut = (text${typing(typed)('string')}, length${typing(typed)('number')}) => Array.from(text).slice(0, length).join('');
`;

const toError = 'error instanceof Error ? error : new Error(String(error))';
const titleOf = "cut(known.message.trim() || known.name || 'Unknown error', 500)";

/** Errors that nobody caught, and promises that nobody waited for: each once, and ten for a page at most. */
export function browserCode(target: Target, typed = true): string {
  const as = typing(typed);
  return `${start(target, typed)}const sent = new Set${typed ? '<string>' : ''}();

export async function reportBug(error${as('unknown')})${as('Promise<void>')} {
  const known = ${toError};
  const title = ${titleOf};
  if (sent.has(title) || sent.size >= 10) return;
  sent.add(title);
  await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      title,
      description: cut(\`\${known.name}: \${known.message}\`, 10_000),
      severity: 'high',
      stack_trace: known.stack ? cut(known.stack, 10_000) : null,
      url: location.origin + location.pathname,
    }),
    keepalive: true,
  }).catch(() => {});
}

addEventListener('error', (event) => void reportBug(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => void reportBug(event.reason));`;
}

/** A failure to report never fails the application. */
export function serverCode(target: Target, typed: boolean): string {
  const as = typing(typed);
  return `${start(target, typed)}
export async function reportBug(error${as('unknown')}, where = '')${as('Promise<void>')} {
  const known = ${toError};
  await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      title: ${titleOf},
      description: cut(\`\${known.name}: \${known.message}\\n\${where}\`, 10_000),
      severity: 'high',
      stack_trace: known.stack ? cut(known.stack, 10_000) : null,
      environment: process.env.NODE_ENV ?? null,
    }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => {});
}`;
}
