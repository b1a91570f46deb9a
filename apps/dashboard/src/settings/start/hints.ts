import type { Project } from '../project/shell.tsx';

/** Common reasons why no reports arrive, most likely first. */
export function hintsFor({ allowed_origins, usage }: Pick<Project, 'allowed_origins' | 'usage'>): string[] {
  const { cap, stored, dropped_quota, dropped_blocklist } = usage;
  const hints: string[] = [];
  if (dropped_quota > 0 || (cap !== null && stored >= cap))
    hints.push(
      'Quota: the monthly quota is used up, so reports are dropped. See the usage in the project settings.',
    );
  if (dropped_blocklist > 0)
    hints.push(
      `Blocklist: ${dropped_blocklist === 1 ? 'one report was' : `${dropped_blocklist.toLocaleString('en')} reports were`} dropped by a rule this month. See the project settings.`,
    );
  hints.push(
    allowed_origins.length > 0
      ? `Origin: only ${allowed_origins.join(', ')} can send reports. Others get 403 “Origin not allowed”.`
      : 'Origin: all websites can send reports. If your page has a content security policy, allow this host in connect-src.',
    'API key: 401 “Invalid API key” means that the key is wrong or was rotated.',
    'Ad blocker: some ad blockers block error reporting. Try a private window without extensions.',
    'No errors: without the widget, the code only sends uncaught errors. Throw one to test.',
  );
  return hints;
}
