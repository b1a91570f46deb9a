import { type DerivedField, derivedFields, forFields } from '@skep/vocabulary';
import Bowser from 'bowser';

type Derived = Record<DerivedField, string | null>;

const nothing: Derived = forFields(derivedFields, () => null);

const readers: Record<DerivedField, (agent: Bowser.Parser.Parser) => string> = {
  browser: (agent) => agent.getBrowserName(),
  os: (agent) => agent.getOSName(),
};

/** Most reports have one of few user agents, and a lookup is much faster than parsing. */
const known = new Map<string, Derived>();
const maxKnown = 1_000;

export function parseUserAgent(userAgent: string | null): Derived {
  if (userAgent === null) return nothing;
  const found = known.get(userAgent);
  if (found) return found;
  const agent = Bowser.getParser(userAgent);
  const parsed = forFields(derivedFields, (name) => readers[name](agent) || null);
  if (known.size >= maxKnown) known.clear();
  known.set(userAgent, parsed);
  return parsed;
}
