import { allReportFields, forFields, optionalTexts, type Report, reportFields } from '@skep/vocabulary';
import { invalid } from '../../errors.ts';
import { sliceOfKey } from './extra.ts';
import type { NewReport } from './schema.ts';

const longestUserAgent = reportFields.user_agent.most;
const largestExtra = reportFields.extra.most;
const deepestExtra = 100;

/** Every field, empty. A copy of it that is filled in is made faster than an object that grows field by field. */
export const nothingSaid = forFields(allReportFields, () => null);

/** `json` is the text that the body was parsed from. Empty optional strings say nothing, and are stored so. */
export function toReport(body: NewReport, json: string, userAgentHeader: string | undefined): Report {
  const { title, description, severity } = body;
  const report: Report = { ...nothingSaid, title, description, severity: severity ?? 'medium' };
  for (const name of optionalTexts) report[name] = body[name] || null;
  report.user_agent = (body.user_agent ?? userAgentHeader?.slice(0, longestUserAgent)) || null;
  if (body.extra) report.extra = readExtra(json);
  return report;
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
