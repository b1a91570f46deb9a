import { type DerivedField, derivedFields, forFields } from '@skep/vocabulary';
import Bowser from 'bowser';

type Derived = Record<DerivedField, string | null>;

const nothing: Derived = forFields(derivedFields, () => null);

const readers: Record<DerivedField, (agent: Bowser.Parser.Parser) => string> = {
  browser: (agent) => agent.getBrowserName(),
  os: (agent) => agent.getOSName(),
};

/** Most reports come with one of few user agents, and to look one up is many times faster than to parse it. */
const known = new Map<string, Derived>();
const mostKnown = 1_000;

/** What a user agent says of who sent it; null where it does not. */
export function parseUserAgent(userAgent: string | null): Derived {
  if (userAgent === null) return nothing;
  const found = known.get(userAgent);
  if (found) return found;
  const agent = Bowser.getParser(userAgent);
  const parsed = forFields(derivedFields, (name) => readers[name](agent) || null);
  if (known.size >= mostKnown) known.clear();
  known.set(userAgent, parsed);
  return parsed;
}
