import { type Config, isLoopback } from '../config.ts';
import { monthlyCap } from '../plans.ts';
import type { OpenDatabase } from './database.ts';

export function startupLines(config: Config, { place, notes }: OpenDatabase): string[] {
  const { baseUrl, defaultPlan: plan, retentionDays, production } = config;
  const cap = monthlyCap[plan];
  const lines = [`Skep is at ${baseUrl}`, `Data is in ${place}`, ...notes];
  // Senders are not told about dropped reports, so the operator is told at startup.
  if (cap === null) lines.push(`New teams get the plan ${plan}: any number of reports`);
  else
    lines.push(
      `New teams get the plan ${plan}: ${cap} reports a month for each project; further ones are dropped and counted`,
      'To lift that: DEFAULT_PLAN=unlimited for new teams, npm run skep -- admin set-plan <slug> unlimited for one that is there',
    );
  if (retentionDays !== null)
    lines.push(
      `Bugs that are resolved, closed, spam or not to be fixed are deleted ${retentionDays} days after their last change`,
    );
  if (!production)
    lines.push(
      'Searches read every report, without an index: NODE_ENV=production searches by words, with one',
    );
  return [...lines, ...aboutLinks(config)];
}

/** Warns if links point to loopback although the service is reachable from outside. */
export function aboutLinks({ host, baseUrl }: Config): string[] {
  if (isLoopback(host) || !isLoopback(new URL(baseUrl).hostname)) return [];
  return [
    `It listens on ${host}, but its links lead to ${baseUrl}: set BASE_URL to the address that others use.`,
  ];
}

/** Warns if clients can forge the IP address that limits use. */
export function aboutProxies({ production, trustedProxies }: Config): string[] {
  if (!production || trustedProxies.areNamed) return [];
  return [
    'TRUSTED_PROXIES is not set: clients that reach the service through a proxy can write the address that limits count into X-Forwarded-For themselves',
  ];
}
