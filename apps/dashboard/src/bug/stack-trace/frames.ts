/** A parsed frame of a stack trace. */
export interface Frame {
  /** Function name as it appears in the line; may be empty. */
  name: string;
  /** File, URL or package, which distinguishes app code from libraries. */
  place: string;
}

/** Longer lines are minified code or an attack on the regular expressions, so they are not parsed. */
const longestLine = 1_000;

/** Parses one line in the formats of several languages; undefined for other lines. */
export function parseFrame(line: string): Frame | undefined {
  if (line.length > longestLine) return undefined;
  const text = line.trim();
  if (text.startsWith('at ')) return atFrame(text.slice(3));
  return pythonFrame(text) ?? phpFrame(text) ?? rubyFrame(text) ?? atSignFrame(text);
}

/** `at …`: V8, Java and .NET. */
function atFrame(call: string): Frame | undefined {
  const source = /\) in (.+):line \d+$/.exec(call);
  if (source?.[1]) return { name: call.slice(0, call.indexOf('(')), place: source[1] };
  const open = call.indexOf('(');
  if (open > 0 && call.endsWith(')')) {
    const name = call.slice(0, open).trim();
    const inside = call.slice(open + 1, -1);
    // V8 has a space before the parenthesis. Java and .NET do not, and their package is in the name.
    return {
      name: name.replace(/^async /, ''),
      place: call[open - 1] === ' ' ? inside : `${name}(${inside}`,
    };
  }
  return /:\d+$|^native$|^<anonymous>$/.test(call) ? { name: '', place: call } : undefined;
}

/** `name@address:line:column`: Firefox and Safari. */
function atSignFrame(text: string): Frame | undefined {
  if (text === '[native code]') return { name: '', place: text };
  const sign = text.indexOf('@');
  if (sign < 0) return undefined;
  const [name, place] = [text.slice(0, sign), text.slice(sign + 1)];
  if (/\s/.test(name) && !name.endsWith(' code')) return undefined;
  return /:\d+$|^\[native code\]$/.test(place) ? { name, place } : undefined;
}

function pythonFrame(text: string): Frame | undefined {
  const found = /^File "([^"]+)", line \d+(?:, in (.+))?$/.exec(text);
  return found?.[1] ? { name: found[2] ?? '', place: found[1] } : undefined;
}

function phpFrame(text: string): Frame | undefined {
  const found = /^#\d+ (?:(.+?)\(\d+\)|\[internal function\]): (.+)$/.exec(text);
  if (found?.[2]) return { name: found[2].split('(', 1)[0] ?? '', place: found[1] ?? '[internal function]' };
  return /^#\d+ \{main\}$/.test(text) ? { name: '{main}', place: '' } : undefined;
}

function rubyFrame(text: string): Frame | undefined {
  const found = /^(?:\d+: )?(?:from )?([^:]+|[A-Za-z]:[^:]+):\d+:in [`'](.+)'$/.exec(text);
  return found?.[1] && found[2] ? { name: found[2], place: found[1] } : undefined;
}

/** Go prints the function on one line and its file on the next. */
export function parseGoFrame(line: string, next: string | undefined): Frame | undefined {
  if (!next || next.length > longestLine || line.length > longestLine) return undefined;
  const place = /^\s+(\S.*\.(?:go|s)):\d+(?: \+0x[\da-f]+)?$/.exec(next)?.[1];
  if (!place) return undefined;
  const call = line
    .trim()
    .replace(/^created by /, '')
    .replace(/ in goroutine \d+$/, '');
  const arguments_ = call.lastIndexOf('(');
  return { name: arguments_ > 0 ? call.slice(0, arguments_) : call, place };
}
