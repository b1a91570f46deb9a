import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface LogLine {
  /** Time of reading, in milliseconds since the epoch. */
  at: number;
  /** Pino level (50 is error); null if the line is not JSON, such as the stack of an uncaught exception. */
  level: number | null;
  message: string;
  text: string;
}

/** Standard error of a service across restarts. */
export interface Log {
  lines: LogLine[];
  follow(stream: Readable): void;
  /** The last lines, for error messages. */
  tail(): string;
}

export function createLog(): Log {
  const lines: LogLine[] = [];
  return {
    lines,
    follow(stream) {
      createInterface({ input: stream }).on('line', (text) => lines.push(parse(text)));
    },
    tail: () =>
      lines
        .slice(-5)
        .map(({ text }) => text)
        .join('\n'),
  };
}

function parse(text: string): LogLine {
  const at = Date.now();
  try {
    const { level, msg, err } = JSON.parse(text);
    return { at, level, message: msg ?? err?.message ?? '', text };
  } catch {
    return { at, level: null, message: text, text };
  }
}
