import type { RuleKind } from '@skep/vocabulary';
import { foldAscii } from '../../../fold-ascii.ts';
import { isEmail } from '../../../http/formats.ts';
import { readIpBlock } from '../../../http/ip-block.ts';
import { compileIpRules } from './ip-rules.ts';
import { compileTextRules, foldCase } from './text-rules.ts';

/** What the matcher needs to know of a rule. */
export interface RuleToCompile {
  id: number;
  kind: RuleKind;
  value: string;
}

/** What rules look at: the parts of a report and of its request. */
export interface Suspect {
  title: string;
  description: string;
  reporter_email: string | null;
  /** The user agent that the report states and that of the request, as far as there are any. */
  userAgents: string[];
  /** The client's address, or null when it is not known. */
  ip: string | null;
}

export interface Blocklist {
  /** The id of a rule that matches, or null. */
  match(suspect: Suspect): number | null;
}

export async function compileBlocklist(rules: RuleToCompile[]): Promise<Blocklist> {
  if (rules.length === 0) return { match: () => null };
  const ofKind = (kind: RuleKind) => rules.filter((rule) => rule.kind === kind);
  const matchIp = compileIpRules(ofKind('ip'));
  const matchEmail = compileEmailRules(ofKind('email'));
  const matchUserAgent = await compileTextRules(ofKind('user_agent'));
  const matchKeyword = await compileTextRules(ofKind('keyword'));
  return {
    match: ({ ip, reporter_email, userAgents, title, description }) =>
      (ip === null ? null : matchIp(ip)) ??
      (reporter_email === null ? null : matchEmail(reporter_email)) ??
      // No rule has a NUL character, so none can match across the place where two texts are joined.
      matchUserAgent(userAgents.join('\0')) ??
      matchKeyword(`${title}\0${description}`),
  };
}

/** A rule has a whole address, or `@` and a domain; a domain does not include its subdomains. */
function compileEmailRules(rules: RuleToCompile[]): (email: string) => number | null {
  const ids = new Map(rules.map(({ id, value }) => [foldAscii(value), id]));
  return (email) => {
    const address = foldAscii(email);
    return ids.get(address) ?? ids.get(address.slice(address.lastIndexOf('@'))) ?? null;
  };
}

/** Says what is wrong with the value of a rule, or null when nothing is. */
export function ruleProblem({ kind, value }: { kind: RuleKind; value: string }): string | null {
  if (kind === 'ip' && readIpBlock(value) === null)
    return 'must be an IP address or a CIDR block such as 203.0.113.0/24';
  if (kind === 'email' && !isEmail(value.startsWith('@') ? `anyone${value}` : value))
    return 'must be an e-mail address, or @ and a domain; write an international domain in ASCII (xn--…)';
  return null;
}

/** The canonical form of a rule: it is equal for two rules that match the same, however they are spelled. */
export function ruleIdentity({ kind, value }: { kind: RuleKind; value: string }): string {
  if (kind === 'ip') return `ip ${readIpBlock(value)}`;
  return `${kind} ${kind === 'email' ? foldAscii(value) : foldCase(value)}`;
}
