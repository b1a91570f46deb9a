/** One server-sent event. */
export interface StreamMessage {
  event: string;
  data: string;
}

export interface StreamParser {
  /** Takes the next piece of the stream, which may be cut anywhere, and returns the messages that it completes. */
  take(text: string): StreamMessage[];
  /** The place up to which messages are complete; undefined as long as none was named. */
  lastEventId(): string | undefined;
  /** How long the service wants its readers to wait before they come back. */
  retryMs(): number | undefined;
}

export function createStreamParser(): StreamParser {
  let rest = '';
  let isFirst = true;
  let event = '';
  let data: string[] = [];
  let id: string | undefined;
  let lastEventId: string | undefined;
  let retryMs: number | undefined;

  function takeField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
  }

  /** At a blank line. An id counts from here on, whether or not there was data. */
  function finish(): StreamMessage[] {
    const messages = data.length > 0 ? [{ event: event || 'message', data: data.join('\n') }] : [];
    lastEventId = id;
    event = '';
    data = [];
    return messages;
  }

  return {
    take(text) {
      rest += text;
      if (isFirst && rest !== '') {
        isFirst = false;
        if (rest.startsWith('\uFEFF')) rest = rest.slice(1);
      }
      // A carriage return at the very end may be the first half of a line's end: it waits for what comes next.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      return lines.flatMap((line) => {
        if (line === '') return finish();
        takeField(line);
        return [];
      });
    },
    lastEventId: () => lastEventId,
    retryMs: () => retryMs,
  };
}
