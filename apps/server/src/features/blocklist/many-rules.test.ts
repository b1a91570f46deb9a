import { describe, expect, it } from 'vitest';
import { compileBlocklist, type RuleToCompile, type Suspect } from './matching.ts';

const innocent: Suspect = {
  title: 'Checkout button does nothing',
  description: 'I press "Pay" and nothing happens.',
  reporter_email: 'visitor@example.com',
  userAgents: ['Mozilla/5.0', 'curl/8.0'],
  ip: '192.0.2.1',
};

describe('with many rules', async () => {
  const word = (n: number) => `${n.toString(36)}-${'abcdefgh'.slice(0, n % 9)}`;
  const many = Array.from({ length: 1250 }, (_, n): RuleToCompile[] => [
    { id: 4 * n, kind: 'keyword', value: `#${word(n)}#` },
    { id: 4 * n + 1, kind: 'user_agent', value: `Mozilla/5.0 (compatible; Bot/${word(n)};` },
    { id: 4 * n + 2, kind: 'email', value: n % 2 ? `@d${n}.example` : `n${n}@example.org` },
    {
      id: 4 * n + 3,
      kind: 'ip',
      value: n % 2 ? `2001:db8:${n.toString(16)}::/48` : `10.${n >> 8}.${n & 255}.0/24`,
    },
  ]).flat();
  const blocklist = compileBlocklist(many);

  it('finds each of 5,000', () => {
    const found = Array.from({ length: 1250 }, (_, n) => [
      blocklist.match({ ...innocent, description: `Some text #${word(n).toUpperCase()}# and more` }),
      blocklist.match({ ...innocent, userAgents: ['', `mozilla/5.0 (compatible; bot/${word(n)}; x)`] }),
      blocklist.match({ ...innocent, reporter_email: n % 2 ? `a@D${n}.example` : `N${n}@example.org` }),
      blocklist.match({
        ...innocent,
        ip: n % 2 ? `2001:db8:${n.toString(16)}::7` : `10.${n >> 8}.${n & 255}.7`,
      }),
    ]).flat();
    expect(found).toEqual(many.map(({ id }) => id));
  });

  it('passes what none of them matches', () => {
    expect(blocklist.match(innocent)).toBeNull();
    expect(blocklist.match({ ...innocent, description: `${'#0 - #'.repeat(1600)} 🐝` })).toBeNull();
  });

  it.each([
    ['that begin alike', (n: number) => `https://www.example.com/spam/${n}/`],
    ['that end alike', (n: number) => `/${n}/spam/https://www.example.com`],
    ['of one letter', (n: number) => `${'a'.repeat(n % 300)}${String.fromCodePoint(0x4e00 + n)}`],
    [
      'that differ in the middle',
      (n: number) => `${'a'.repeat(200)}${String.fromCodePoint(0x4e00 + n)}${'a'.repeat(290)}`,
    ],
    ['in another script', (n: number) => String.fromCodePoint(0x4e00 + (n % 40), 0x5e00 + n)],
  ])('finds each of 1,000 %s', async (_what, spell) => {
    const values = Array.from({ length: 1000 }, (_, n) => spell(n));
    const { match } = compileBlocklist(values.map((value, id) => ({ id, kind: 'keyword', value })));
    const found = values.map((value) => match({ ...innocent, description: `${'a'.repeat(400)} ${value}` }));
    expect(found.map((id) => values[id ?? -1])).toEqual(values);
    expect(match({ ...innocent, description: 'https://www.example.com/spam/'.repeat(300) })).toBeNull();
    expect(match({ ...innocent, description: 'a'.repeat(10_000) })).toBeNull();
  });

  it('finds one that begins like a longer one, and one within a longer one', async () => {
    const values = [
      'casino royale with cheese',
      'casino',
      'royale with',
      'with cheese please and thank you, sir',
    ];
    const rules = values.map((value, id): RuleToCompile => ({ id, kind: 'keyword', value }));
    const { match } = compileBlocklist(rules);
    const found = (title: string) => values[match({ ...innocent, title }) ?? -1];
    expect(found('The casino royal')).toBe('casino');
    expect(found('A battle royale with cheese')).toBe('royale with');
    expect(found('casino royale with cheese')).toBe('casino');
    expect(found('with cheese please and thank you, Sir!')).toBe(values[3]);
    expect(found('with cheese please and thank you, madam')).toBeUndefined();
  });
});
