import type { Severity } from '@skep/vocabulary';
import { invalid } from '../../errors.ts';
import { sliceOfKey } from './extra.ts';
import type { NewBug } from './schema.ts';

/** A report as it is stored. */
export interface Report {
  title: string;
  description: string;
  severity: Severity;
  environment: string | null;
  app_version: string | null;
  stack_trace: string | null;
  url: string | null;
  user_agent: string | null;
  reporter_email: string | null;
  reporter_identifier: string | null;
  /** JSON as it was sent. */
  extra: string | null;
}

const longestUserAgent = 2_000;
const largestExtra = 64 * 1024;
const deepestExtra = 100;

/** `json` is the text that the body was parsed from. Empty optional strings say nothing, and are stored so. */
export function toReport(body: NewBug, json: string, userAgentHeader: string | undefined): Report {
  return {
    title: body.title,
    description: body.description,
    severity: body.severity ?? 'medium',
    environment: body.environment || null,
    app_version: body.app_version || null,
    stack_trace: body.stack_trace || null,
    url: body.url || null,
    user_agent: (body.user_agent ?? userAgentHeader?.slice(0, longestUserAgent)) || null,
    reporter_email: body.reporter_email || null,
    reporter_identifier: body.reporter_identifier || null,
    extra: body.extra ? readExtra(json) : null,
  };
}

function readExtra(json: string): string | null {
  const extra = sliceOfKey(json, 'extra');
  if (!extra) return null;
  if (Buffer.byteLength(extra.text) > largestExtra)
    throw refused(`must be at most ${largestExtra} bytes as JSON`);
  if (extra.depth > deepestExtra) throw refused(`must be nested at most ${deepestExtra} levels deep`);
  return extra.text;
}

const refused = (message: string) => invalid('extra', message);
