import { type Frame, parseFrame, parseGoFrame } from './frames.ts';
import { isLibrary } from './libraries.ts';

/** A stretch of a stack trace. The texts of all parts, joined by line breaks, are the stack trace. */
export type Part =
  /** A message, or anything that is not understood. */
  | { kind: 'text'; text: string }
  /** A call in the team's own code; `name` is the function, a part of the text. */
  | { kind: 'own'; text: string; name: string }
  /** Calls in libraries, one after the other. */
  | { kind: 'libraries'; text: string; count: number };

/** Takes a stack trace apart. It never fails: what is not understood stays text. */
export function parseStackTrace(trace: string): Part[] {
  const lines = trace.split(/\r\n|\r|\n/);
  const parts: Part[] = [];
  for (let nth = 0; nth < lines.length; ) {
    const { frame, length } = readFrame(lines, nth);
    add(parts, frame, lines.slice(nth, nth + length).join('\n'));
    nth += length;
  }
  return parts;
}

/** How many frames of the team's own code there are. */
export function countOwn(parts: Part[]): number {
  return parts.filter(({ kind }) => kind === 'own').length;
}

/** The frame that begins at a line, if one does, and over how many lines it goes. */
function readFrame(lines: string[], nth: number): { frame: Frame | undefined; length: number } {
  const line = lines[nth] ?? '';
  if (!line.trim()) return { frame: undefined, length: 1 };
  const goFrame = parseGoFrame(line, lines[nth + 1]);
  if (goFrame) return { frame: goFrame, length: 2 };
  const frame = parseFrame(line);
  let length = 1;
  // Python shows the code under the place, farther in, and marks the spot below it.
  if (frame && /^\s*File "/.test(line))
    while (indent(lines[nth + length]) > indent(line) && !/^\s*File "/.test(lines[nth + length] ?? ''))
      length++;
  return { frame, length };
}

function indent(line: string | undefined): number {
  return line?.trim() ? line.length - line.trimStart().length : -1;
}

/** Adds to the last part when it is of the same kind, so that long stretches are one piece. */
function add(parts: Part[], frame: Frame | undefined, text: string): void {
  const last = parts.at(-1);
  if (!frame) {
    if (last?.kind === 'text') last.text += `\n${text}`;
    else parts.push({ kind: 'text', text });
  } else if (!isLibrary(frame)) parts.push({ kind: 'own', text, name: frame.name });
  else if (last?.kind === 'libraries') {
    last.text += `\n${text}`;
    last.count++;
  } else parts.push({ kind: 'libraries', text, count: 1 });
}
