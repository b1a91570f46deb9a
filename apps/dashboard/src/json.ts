/**
 * JSON that preserves key order, including numeric keys, and all digits of numbers, unlike `JSON.parse`. `text` is
 * the source text.
 */
export type Json =
  | { kind: 'object'; text: string; entries: [key: string, value: Json][] }
  | { kind: 'array'; text: string; items: Json[] }
  | { kind: 'string'; text: string; value: string }
  | { kind: 'number' | 'boolean' | 'null'; text: string };

const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Parses JSON from the server, which is well-formed and at most 100 levels deep. Throws on invalid input. */
export function parseJson(source: string): Json {
  let place = 0;

  function take(pattern: RegExp): string {
    pattern.lastIndex = place;
    const found = pattern.exec(source)?.[0];
    if (found === undefined) throw new SyntaxError(`Unexpected text at ${place}`);
    place += found.length;
    return found;
  }

  /** Skips white space and returns the next character. */
  function next(): string {
    while (source.charAt(place) <= ' ' && place < source.length) place++;
    return source.charAt(place);
  }

  function expect(sign: string): void {
    if (next() !== sign) throw new SyntaxError(`Expected ${sign} at ${place}`);
    place++;
  }

  /** Parses a comma-separated sequence between two brackets. */
  function series(open: string, close: string, read: () => void): void {
    expect(open);
    if (next() !== close) for (read(); next() === ','; read()) place++;
    expect(close);
  }

  function value(): Json {
    const first = next();
    const start = place;
    if (first === '{') {
      const entries: [string, Json][] = [];
      series('{', '}', () => {
        next();
        const key: string = JSON.parse(take(string));
        expect(':');
        entries.push([key, value()]);
      });
      return { kind: 'object', text: source.slice(start, place), entries };
    }
    if (first === '[') {
      const items: Json[] = [];
      series('[', ']', () => items.push(value()));
      return { kind: 'array', text: source.slice(start, place), items };
    }
    if (first === '"') {
      const text = take(string);
      return { kind: 'string', text, value: JSON.parse(text) };
    }
    const text = take(scalar);
    return { kind: text === 'null' ? 'null' : /^[tf]/.test(text) ? 'boolean' : 'number', text };
  }

  const whole = value();
  if (next() !== '') throw new SyntaxError(`Unexpected text at ${place}`);
  return whole;
}

export function valueAt(json: Json, key: string): Json | undefined {
  return json.kind === 'object' ? json.entries.find(([name]) => name === key)?.[1] : undefined;
}
