import type { Part } from './parse.ts';

/** Number of lines shown before the trace is expanded. */
const most = 40;

/** Parts that fit, text truncated if needed, and the number of hidden lines. Collapsed libraries take one line. */
export function whatFits(parts: Part[]): { shown: Part[]; hidden: number } {
  const shown: Part[] = [];
  let room = most;
  let hidden = 0;
  for (const part of parts) {
    const lines = part.text.split('\n');
    const needed = part.kind === 'libraries' ? 1 : lines.length;
    if (needed <= room) shown.push(part);
    else if (room > 0 && part.kind === 'text')
      shown.push({ kind: 'text', text: lines.slice(0, room).join('\n') });
    if (needed > room) hidden += lines.length - (part.kind === 'text' ? room : 0);
    room = Math.max(0, room - needed);
  }
  return { shown, hidden };
}
