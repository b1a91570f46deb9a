import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface LogLine {
  /** Milliseconds since the epoch, when it was read. */
  at: number;
  /** Pino's number, 50 for an error; null for what is no line of the log, such as the stack of an uncaught exception. */
  level: number | null;
  message: string;
  text: string;
}

/** Everything that a service has written to standard error, over all its starts. */
export interface Log {
  lines: LogLine[];
  follow(stream: Readable): void;
  /** The end of it, for people. */
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
