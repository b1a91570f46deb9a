import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  allReportFields,
  derivedFields,
  forFields,
  optionalTexts,
  type Report,
  reportFields,
  withoutFields,
} from '@skep/vocabulary';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, bodyTooLarge, invalid, malformed } from '../../errors.ts';
import { parseJson, readText } from '../../http/json.ts';
import type { NewReport } from './schema.ts';
import { parseUserAgent } from './user-agent.ts';

const maxReportBytes = 512 * 1024;
const unzip = promisify(gunzip);

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body. `extra` is stored verbatim. */
    reportText: string;
  }
}

/** Allows larger bodies and gzip. The limit also applies to the decompressed size, which stops decompression bombs. */
export function acceptReports(app: FastifyInstance): void {
  app.decorateRequest('reportText', '');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxReportBytes },
    (request: FastifyRequest, body: Buffer, done) => {
      const encoding = request.headers['content-encoding'];
      const parse = (plain: Buffer) => {
        request.reportText = readText(plain);
        return parseJson(request.reportText);
      };
      if (encoding === undefined || encoding === 'identity') {
        try {
          done(null, parse(body));
        } catch (error) {
          done(error as Error);
        }
        return;
      }
      decompress(body, encoding)
        .then(parse)
        .then((value) => done(null, value), done);
    },
  );
}

async function decompress(body: Buffer, encoding: string): Promise<Buffer> {
  if (encoding.toLowerCase() !== 'gzip')
    throw new ApiError(415, 'The body must be uncompressed or gzip-compressed');
  try {
    return await unzip(body, { maxOutputLength: maxReportBytes });
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? bodyTooLarge() : malformed('The body is not valid gzip');
  }
}

const maxUserAgentLength = reportFields.user_agent.maxLength;
const maxExtraBytes = reportFields.extra.maxLength;
const maxExtraDepth = 100;

/** Copying this object is faster than adding fields one by one. */
export const emptyReport = forFields(allReportFields, () => null);

/** `json` is the raw body. Empty optional texts become null. */
export function toReport(body: NewReport, json: string, userAgentHeader: string | undefined): Report {
  const { title, description, severity } = body;
  const report: Report = { ...emptyReport, title, description, severity: severity ?? 'medium' };
  for (const name of optionalTexts) report[name] = body[name] || null;
  report.user_agent = (body.user_agent ?? userAgentHeader?.slice(0, maxUserAgentLength)) || null;
  if (body.extra) report.extra = readExtra(json);
  return { ...report, ...parseUserAgent(report.user_agent) };
}

function readExtra(json: string): string | null {
  const extra = sliceOfKey(json, 'extra');
  if (!extra) return null;
  if (Buffer.byteLength(extra.text) > maxExtraBytes)
    throw invalidExtra(`must be at most ${maxExtraBytes} bytes as JSON`);
  if (extra.depth > maxExtraDepth) throw invalidExtra(`must be nested at most ${maxExtraDepth} levels deep`);
  return extra.text;
}

const invalidExtra = (message: string) => invalid('extra', message);

export interface SentReport {
  report: Report;
  hasUserAgent: boolean;
}

/**
 * Compares values: `extra` may be formatted differently. A user agent from the header is ignored, because a repeat may come
 * from another client.
 */
export function isSameReport(one: SentReport, other: SentReport): boolean {
  return isDeepStrictEqual(comparableValues(one), comparableValues(other));
}

const comparableValues = ({ report, hasUserAgent }: SentReport) => ({
  ...withoutFields(report, derivedFields),
  user_agent: hasUserAgent ? report.user_agent : undefined,
  extra: report.extra === null ? null : JSON.parse(report.extra),
});

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** A value as spelled in a JSON text. */
interface JsonSlice {
  text: string;
  /** Nesting depth of objects and arrays, starting at 1. */
  depth: number;
}

/**
 * Extracts the text of a top-level value from valid JSON. Parsing would lose the order of numeric keys and digits of large
 * numbers.
 */
function sliceOfKey(json: string, wanted: string): JsonSlice | null {
  let found: JsonSlice | null = null;
  let at = json.indexOf('{') + 1;
  for (;;) {
    const keyStart = json.indexOf('"', at);
    if (keyStart < 0) return found;
    const keyEnd = endOfString(json, keyStart);
    const valueStart = json.indexOf(':', keyEnd) + 1;
    const { end, depth } = endOfValue(json, valueStart);
    // Like JSON.parse, the last of several equal keys wins.
    if (isKey(json.slice(keyStart, keyEnd), wanted))
      found = { text: json.slice(valueStart, end).trim(), depth };
    at = end + 1;
  }
}

/** The key may contain escapes. */
function isKey(quoted: string, wanted: string): boolean {
  return quoted.includes('\\') ? JSON.parse(quoted) === wanted : quoted.slice(1, -1) === wanted;
}

/** The position after the closing quote. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/** The position of the delimiter after the value, and the value's nesting depth. */
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
