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

const largestReport = 512 * 1024;
const unzip = promisify(gunzip);

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a report as text: `extra` is stored as it stands there. */
    reportText: string;
  }
}

/**
 * Lets reports be larger than other bodies, and be compressed with gzip. The limit also holds for the decompressed size,
 * which guards against decompression bombs.
 */
export function acceptReports(app: FastifyInstance): void {
  app.decorateRequest('reportText', '');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: largestReport },
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
    throw new ApiError(415, 'Send the body plain or compressed with gzip');
  try {
    return await unzip(body, { maxOutputLength: largestReport });
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? bodyTooLarge() : malformed('The body is not valid gzip');
  }
}

const longestUserAgent = reportFields.user_agent.maxLength;
const largestExtra = reportFields.extra.maxLength;
const deepestExtra = 100;

/** A report with every field null. To copy it and fill the copy in is faster than to let an object grow field by field. */
export const emptyReport = forFields(allReportFields, () => null);

/** Makes a report of a body; `json` is the text that it was parsed from. Optional texts that are empty are stored as null. */
export function toReport(body: NewReport, json: string, userAgentHeader: string | undefined): Report {
  const { title, description, severity } = body;
  const report: Report = { ...emptyReport, title, description, severity: severity ?? 'medium' };
  for (const name of optionalTexts) report[name] = body[name] || null;
  report.user_agent = (body.user_agent ?? userAgentHeader?.slice(0, longestUserAgent)) || null;
  if (body.extra) report.extra = readExtra(json);
  return { ...report, ...parseUserAgent(report.user_agent) };
}

function readExtra(json: string): string | null {
  const extra = sliceOfKey(json, 'extra');
  if (!extra) return null;
  if (Buffer.byteLength(extra.text) > largestExtra)
    throw invalidExtra(`must be at most ${largestExtra} bytes as JSON`);
  if (extra.depth > deepestExtra) throw invalidExtra(`must be nested at most ${deepestExtra} levels deep`);
  return extra.text;
}

const invalidExtra = (message: string) => invalid('extra', message);

/** A report, and whether its user agent was in the body, rather than only in the header of the request. */
export interface SentReport {
  report: Report;
  hasUserAgent: boolean;
}

/**
 * Compares reports by their values: `extra` may be spelled differently. A user agent that came from the header is not
 * compared, because a repeat may be sent by another client.
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

/** A value as it is spelled in a JSON text. */
interface JsonSlice {
  text: string;
  /** How deeply objects and arrays are nested in it; the outermost is 1. */
  depth: number;
}

/**
 * Scans the text of an object, which is known to be valid JSON, for the value of a top-level key. Parsing it would lose
 * the order of keys that look like numbers, and digits of large numbers; the text itself loses nothing.
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
