import { domainToASCII } from 'node:url';
import { reportFields } from '@skep/vocabulary';
import { foldAscii } from '../fold-ascii.ts';
import { readTime } from '../iso-time.ts';

const maxStackTraceBytes = reportFields.stack_trace.maxLength;

const emailMessage = 'must be an email address. Write international domains in ASCII (xn--…).';

/** Custom string formats, checked after type and length, with their error messages. */
export const formats: Record<string, { test: (text: string) => boolean; message: string }> = {
  text: {
    // U+0085 is white space in Unicode, but not in JavaScript.
    test: (text) => isCleanText(text) && /[^\s\x85]/.test(text),
    message: 'must not be blank, and must not contain NUL or lone surrogates',
  },
  'loose-text': {
    test: isCleanText,
    message: 'must not contain NUL or lone surrogates',
  },
  'stack-trace': {
    test: (text) => isCleanText(text) && Buffer.byteLength(text) <= maxStackTraceBytes,
    message: `must be at most ${maxStackTraceBytes} bytes of UTF-8, without NUL or lone surrogates`,
  },
  'email-or-empty': { test: (text) => text === '' || isEmail(text), message: emailMessage },
  email: { test: isEmail, message: emailMessage },
  'time-or-date': {
    test: (text) => readTime(text) !== undefined,
    message: 'must be an ISO 8601 time with a zone, such as 2026-11-16T09:00:00Z, or a date',
  },
  'file-name': {
    test: (text) => isCleanText(text) && namesFile(text),
    message: 'must end in a file name of 1 to 255 characters, not blank, without NUL or lone surrogates',
  },
  origin: {
    test: isOriginPattern,
    message: 'must be an origin such as https://example.com or https://*.example.com',
  },
  'http-address': {
    test: isHttpAddress,
    message: 'must be a URL that starts with http:// or https://, without user name and password',
  },
};

/** PostgreSQL stores neither NUL nor lone surrogates. */
function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const emailAddress =
  /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9])$/u;

/** Only the ASCII form of a domain is allowed, so that mutes and limits cannot be bypassed. */
export function isEmail(text: string): boolean {
  const [, domain] = emailAddress.exec(text) ?? [];
  return domain !== undefined && !/^\.|\.\.|\.@/.test(text) && domainToASCII(domain) === foldAscii(domain);
}

/** A valid `Origin`, or an http(s) origin with a wildcard as its first label. */
function isOriginPattern(text: string): boolean {
  if (!/^https?:/.test(text)) return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d+)?$/.test(text);
  const concrete = text.replace(/^(https?:\/\/)\*\.(?=[^.])/, '$1wildcard.');
  return !concrete.includes('*') && URL.parse(concrete)?.origin === concrete;
}

function isHttpAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !text.isWellFormed()) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

const maxFileNameLength = 255;

export function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function namesFile(path: string): boolean {
  const name = withoutFolders(path);
  return /\S/.test(name) && name !== '.' && name !== '..' && [...name].length <= maxFileNameLength;
}
