const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** A value as it is spelled in a JSON text. */
export interface JsonSlice {
  text: string;
  /** How deeply objects and arrays are nested in it; the outermost is 1. */
  depth: number;
}

/**
 * Scans the text of an object, which is known to be valid JSON, for the value of a top-level key. Parsing it would lose
 * the order of keys that look like numbers, and digits of large numbers; the text itself loses nothing.
 */
export function sliceOfKey(json: string, wanted: string): JsonSlice | null {
  let found: JsonSlice | null = null;
  let at = json.indexOf('{') + 1;
  for (;;) {
    const keyStart = json.indexOf('"', at);
    if (keyStart < 0) return found;
    const keyEnd = endOfString(json, keyStart);
    const valueStart = json.indexOf(':', keyEnd) + 1;
    const { end, depth } = endOfValue(json, valueStart);
    // As with JSON.parse, the last of several equal keys counts.
    if (isKey(json.slice(keyStart, keyEnd), wanted))
      found = { text: json.slice(valueStart, end).trim(), depth };
    at = end + 1;
  }
}

/** Compares a key in quotes, which may be spelled with escapes. */
function isKey(quoted: string, wanted: string): boolean {
  return quoted.includes('\\') ? JSON.parse(quoted) === wanted : quoted.slice(1, -1) === wanted;
}

/** The position after the closing quote of the string that opens at `start`. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/** The position of the comma or brace that ends the value at `start`, and how deeply the value is nested. */
function endOfValue(json: string, start: number): { end: number; depth: number } {
  let open = 0;
  let depth = 0;
  for (let at = start; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfString(json, at);
      continue;
    }
    if (code === 0x7b || code === 0x5b) depth = Math.max(depth, ++open);
    else if (open === 0 && (code === comma || code === 0x7d)) return { end: at, depth };
    else if (code === 0x7d || code === 0x5d) open--;
    at++;
  }
  return { end: json.length, depth };
}
