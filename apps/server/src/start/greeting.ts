import { type Config, isLoopback } from '../config.ts';
import { monthlyCap } from '../plans.ts';
import type { OpenDatabase } from './database.ts';

export function greet(config: Config, { place, notes }: OpenDatabase): string[] {
  return [
    `Skep is at ${config.baseUrl}`,
    `Data is in ${place}`,
    ...notes,
    ...aboutPlan(config),
    ...aboutRetention(config),
    ...aboutSearch(config),
    ...aboutLinks(config),
  ];
}

/** Senders are not told that a report is dropped, so whoever runs the service is, before the first one is. */
function aboutPlan({ defaultPlan }: Config): string[] {
  const cap = monthlyCap[defaultPlan];
  if (cap === null) return [`New teams get the plan ${defaultPlan}: any number of reports`];
  return [
    `New teams get the plan ${defaultPlan}: ${cap} reports a month for each project; further ones are dropped and counted`,
    'To lift that: DEFAULT_PLAN=unlimited for new teams, npm run skep -- admin set-plan <slug> unlimited for one that is there',
  ];
}

function aboutRetention({ retentionDays }: Config): string[] {
  if (retentionDays === null) return [];
  return [
    `Bugs that are resolved, closed, spam or not to be fixed are deleted ${retentionDays} days after their last change`,
  ];
}

function aboutSearch({ production }: Config): string[] {
  return production
    ? []
    : ['Searches read every report, without an index: NODE_ENV=production searches by words, with one'];
}

/** A service that others can reach should make links that lead others there, and not to their own machine. */
export function aboutLinks({ host, baseUrl }: Config): string[] {
  if (isLoopback(host) || !isLoopback(new URL(baseUrl).hostname)) return [];
  return [
    `It listens on ${host}, but its links lead to ${baseUrl}: set BASE_URL to the address that others use.`,
  ];
}

/** Limits that everybody can get around are none. */
export function aboutProxies({ production, trustedProxies }: Config): string[] {
  if (!production || trustedProxies.areNamed) return [];
  return [
    'TRUSTED_PROXIES is not set: clients that reach the service through a proxy can write the address that limits count into X-Forwarded-For themselves',
  ];
}
