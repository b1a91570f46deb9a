/** One server-sent event. */
export interface StreamMessage {
  event: string;
  data: string;
}

export interface StreamParser {
  /** Parses the next chunk, which may end anywhere, and returns the completed messages. */
  feed(text: string): StreamMessage[];
  /** Id of the last complete message. */
  lastEventId(): string | undefined;
  /** Reconnection time requested by the service. */
  retryMs(): number | undefined;
}

export function createStreamParser(): StreamParser {
  let buffer = '';
  let isFirst = true;
  let event = '';
  let data: string[] = [];
  let id: string | undefined;
  let lastEventId: string | undefined;
  let retryMs: number | undefined;

  function parseField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
  }

  /** Called at a blank line. The id takes effect even without data. */
  function finish(): StreamMessage[] {
    const messages = data.length > 0 ? [{ event: event || 'message', data: data.join('\n') }] : [];
    lastEventId = id;
    event = '';
    data = [];
    return messages;
  }

  return {
    feed(text) {
      buffer += text;
      if (isFirst && buffer !== '') {
        isFirst = false;
        if (buffer.startsWith('\uFEFF')) buffer = buffer.slice(1);
      }
      // A trailing carriage return may be the first half of CRLF, so it stays in the buffer.
      const lines = buffer.split(/\r\n|\n|\r(?!$)/);
      buffer = lines.pop() ?? '';
      return lines.flatMap((line) => {
        if (line === '') return finish();
        parseField(line);
        return [];
      });
    },
    lastEventId: () => lastEventId,
    retryMs: () => retryMs,
  };
}
