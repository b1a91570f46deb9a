import { type Config, isLoopback } from '../config.ts';
import { monthlyCap } from '../plans.ts';
import type { OpenDatabase } from './database.ts';

export function startupLines(config: Config, { place, notes }: OpenDatabase): string[] {
  const { baseUrl, defaultPlan: plan, retentionDays, production } = config;
  const cap = monthlyCap[plan];
  const lines = [`Skep is running at ${baseUrl}`, `Data: ${place}`, ...notes];
  // Senders are not told about dropped reports, so the operator is told at startup.
  if (cap === null) lines.push(`Plan of new teams: ${plan} (no monthly cap)`);
  else
    lines.push(
      `Plan of new teams: ${plan} (${cap} reports per project and month, further reports are dropped)`,
      'To remove the cap, set DEFAULT_PLAN=unlimited, or for an existing team run: npm run skep -- admin set-plan <slug> unlimited',
    );
  if (retentionDays !== null)
    lines.push(`Retention: closed bugs are deleted ${retentionDays} days after their last change`);
  if (!production)
    lines.push('Development mode: search scans all reports. NODE_ENV=production uses the search index');
  return [...lines, ...linkWarnings(config)];
}

/** Warns if links point to loopback although the service is reachable from outside. */
export function linkWarnings({ host, baseUrl }: Config): string[] {
  if (isLoopback(host) || !isLoopback(new URL(baseUrl).hostname)) return [];
  return [`The service listens on ${host}, but links point to ${baseUrl}. Set BASE_URL to the public URL.`];
}

/** Warns if clients can forge the IP address that limits use. */
export function proxyWarnings({ production, trustedProxies }: Config): string[] {
  if (!production || trustedProxies.areNamed) return [];
  return [
    'TRUSTED_PROXIES is not set: behind a proxy, clients can forge their IP address with X-Forwarded-For and bypass rate limits',
  ];
}
