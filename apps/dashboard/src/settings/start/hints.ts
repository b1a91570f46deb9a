import type { Project } from '../project/shell.tsx';

/** What usually keeps reports away, likeliest first for what is known of this project. */
export function hintsFor({ allowed_origins, usage }: Pick<Project, 'allowed_origins' | 'usage'>): string[] {
  const { cap, stored, dropped_quota, dropped_blocklist } = usage;
  const hints: string[] = [];
  if (dropped_quota > 0 || (cap !== null && stored >= cap))
    hints.push('Quota: the month is full, so reports are dropped. The settings show how full it is.');
  if (dropped_blocklist > 0)
    hints.push(
      `Blocklist: ${dropped_blocklist === 1 ? 'one report was' : `${dropped_blocklist.toLocaleString('en')} reports were`} dropped by a rule this month. The settings show by which.`,
    );
  hints.push(
    allowed_origins.length > 0
      ? `Origin: only ${allowed_origins.join(', ')} may report. Others are answered with 403 “Origin not allowed”.`
      : 'Origin: every website may report. A page with a content security policy of its own has to allow this address in connect-src.',
    'Key: the answer 401 “Invalid API key” means that another key was pasted, or one that has been replaced.',
    'Blocker: some ad blockers stop requests to services that collect errors. Try a private window without extensions.',
    'Nothing to report: without the widget, the code sends errors that nobody caught. Throw one on purpose.',
  );
  return hints;
}
