import { readIpBlock } from '../../../http/ip-block.ts';

/**
 * Keeps the prefixes (CIDR blocks) of all rules in one hash table. Matching an address takes one lookup for each prefix
 * length that occurs among the rules, however many rules there are.
 */
export function compileIpRules(rules: { id: number; value: string }[]): (ip: string) => number | null {
  const ids = new Map<string, number>();
  for (const { id, value } of rules) {
    const block = readIpBlock(value);
    if (block !== null) ids.set(block, id);
  }
  const lengths = new Set([...ids.keys()].map((block) => block.length));
  return (ip) => {
    const address = lengths.size > 0 ? readIpBlock(ip) : null;
    if (address === null) return null;
    for (const length of lengths) {
      const id = ids.get(address.slice(0, length));
      if (id !== undefined) return id;
    }
    return null;
  };
}
