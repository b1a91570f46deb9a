import { type Frame, parseFrame, parseGoFrame } from './frames.ts';
import { isLibrary } from './libraries.ts';

/** A part of a stack trace. Joining the texts of all parts with line breaks restores the trace. */
export type Part =
  /** A message or an unparsed line. */
  | { kind: 'text'; text: string }
  /** An app frame. `name` is the function and a substring of the text. */
  | { kind: 'own'; text: string; name: string }
  /** Consecutive library frames. */
  | { kind: 'libraries'; text: string; count: number };

/** Parses a stack trace. It never fails: unparsed lines become text. */
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

/** Number of app frames. */
export function countOwn(parts: Part[]): number {
  return parts.filter(({ kind }) => kind === 'own').length;
}

/** The frame that starts at a line, if any, and its number of lines. */
function readFrame(lines: string[], nth: number): { frame: Frame | undefined; length: number } {
  const line = lines[nth] ?? '';
  if (!line.trim()) return { frame: undefined, length: 1 };
  const goFrame = parseGoFrame(line, lines[nth + 1]);
  if (goFrame) return { frame: goFrame, length: 2 };
  const frame = parseFrame(line);
  let length = 1;
  // Python prints the source code and a marker indented below the file.
  if (frame && /^\s*File "/.test(line))
    while (indent(lines[nth + length]) > indent(line) && !/^\s*File "/.test(lines[nth + length] ?? ''))
      length++;
  return { frame, length };
}

function indent(line: string | undefined): number {
  return line?.trim() ? line.length - line.trimStart().length : -1;
}

/** Merges text and library frames into the last part when it is of the same kind. */
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
