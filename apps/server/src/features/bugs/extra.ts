/**
 * Where the value of a top-level key lies in a JSON text that is known to be valid. Parsing would lose the order of
 * keys that look like numbers, and the digits of large ones; the text itself loses nothing.
 */
export function sliceOfKey(json: string, wanted: string): string | null {
  let found: string | null = null;
  let at = json.indexOf('{') + 1;
  for (;;) {
    const keyStart = json.indexOf('"', at);
    if (keyStart < 0) return found;
    const keyEnd = endOfString(json, keyStart);
    const valueStart = json.indexOf(':', keyEnd) + 1;
    const valueEnd = endOfValue(json, valueStart);
    // As with JSON.parse, the last of several equal keys counts.
    if (JSON.parse(json.slice(keyStart, keyEnd)) === wanted) found = json.slice(valueStart, valueEnd).trim();
    at = valueEnd + 1;
  }
}

/** The position after the closing quote of the string that opens at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = json.indexOf('"', at);
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

const special = /["{}[\],]/g;

/** The position of the comma or brace that ends a value. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  special.lastIndex = start;
  for (;;) {
    const at = special.exec(json)?.index ?? json.length;
    const character = json[at];
    if (character === '"') special.lastIndex = endOfString(json, at);
    else if (character === '{' || character === '[') depth++;
    else if (depth === 0) return at;
    else if (character !== ',') depth--;
  }
}

/** How deeply objects and arrays are nested in a valid JSON text; the outermost is 1. */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  special.lastIndex = 0;
  for (;;) {
    const at = special.exec(json)?.index;
    if (at === undefined) return deepest;
    const character = json[at];
    if (character === '"') special.lastIndex = endOfString(json, at);
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character !== ',') depth--;
  }
}
