import { allReportFields, forFields, optionalTexts, type Report, reportFields } from '@skep/vocabulary';
import { invalid } from '../../errors.ts';
import { sliceOfKey } from './extra.ts';
import type { NewReport } from './schema.ts';

const longestUserAgent = reportFields.user_agent.most;
const largestExtra = reportFields.extra.most;
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
  return report;
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
