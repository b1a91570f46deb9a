import type { RuleKind } from '@skep/vocabulary';
import { describe, expect, it } from 'vitest';
import { compileBlocklist, ruleProblem, type Suspect } from './matching.ts';

const innocent: Suspect = {
  title: 'Checkout button does nothing',
  description: 'I press "Pay" and nothing happens.',
  reporter_email: 'visitor@example.com',
  userAgents: ['Mozilla/5.0', 'curl/8.0'],
  ip: '192.0.2.1',
};

async function matches(kind: RuleKind, value: string, suspect: Partial<Suspect>): Promise<boolean> {
  const { match } = compileBlocklist([{ id: 7, kind, value }]);
  return match({ ...innocent, ...suspect }) === 7;
}

it('matches nothing without rules', async () => {
  expect(compileBlocklist([]).match(innocent)).toBeNull();
});

describe('a rule about an e-mail address', () => {
  it.each([
    ['visitor@example.com', 'visitor@example.com', true],
    ['Visitor@EXAMPLE.com', 'vISITOR@example.COM', true],
    ['@example.com', 'visitor@example.com', true],
    ['@Example.COM', 'visitor@eXample.com', true],
    ['@xn--bcher-kva.example', 'LESER@XN--bcher-kva.EXAMPLE', true],
    ['@example.com', 'visitor@mail.example.com', false],
    ['@mail.example.com', 'visitor@example.com', false],
    ['@example.com', 'visitor@badexample.com', false],
    ['@example.com', 'visitor@example.com.test', false],
    ['@strasse.example', 'visitor@xn--strae-oqa.example', false],
    ['visitor@example.com', 'avisitor@example.com', false],
    ['visitor@example.com', 'visitor+tag@example.com', false],
    ['a.b@example.com', 'axb@example.com', false],
  ])('%s on %s: %s', async (value, reporter_email, expected) => {
    expect(await matches('email', value, { reporter_email })).toBe(expected);
  });

  it('passes a report without an address', async () => {
    expect(await matches('email', '@example.com', { reporter_email: null })).toBe(false);
  });

  it('looks at the address alone', async () => {
    const elsewhere = { title: 'a@b.example', description: 'a@b.example', userAgents: ['a@b.example'] };
    expect(await matches('email', 'a@b.example', elsewhere)).toBe(false);
  });
});

describe('a rule about an IP address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.90', false],
    ['203.0.113.9/32', '203.0.113.9', true],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.77/24', '203.0.113.1', true],
    ['203.0.113.128/25', '203.0.113.127', false],
    ['203.0.113.128/25', '203.0.113.128', true],
    ['128.0.0.0/1', '127.255.255.255', false],
    ['128.0.0.0/1', '255.255.255.255', true],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '198.51.100.1', false],
    ['2001:db8::1', '2001:db8::1', true],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['2001:db8::1', '2001:0db8:0000::0001', true],
    ['2001:db8::/32', '2001:db8:ffff::', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['2001:db8::/33', '2001:db8:8000::', false],
    ['::1', '::1', true],
    ['::', '::1', false],
    ['1::', '1::', true],
    ['::1.2.3.4', '::102:304', true],
    ['::1.2.3.4', '1.2.3.4', false],
    ['::ffff:203.0.113.9', '203.0.113.9', true],
    ['::FFFF:cb00:7109', '203.0.113.9', true],
    ['203.0.113.9', '::ffff:cb00:7109', true],
    ['::ffff:203.0.113.0/120', '203.0.113.200', true],
    ['::ffff:203.0.113.0/120', '203.0.114.1', false],
    ['::ffff:0:0/96', '198.51.100.1', true],
    ['0.0.0.1', '::1', false],
  ])('%s on %s: %s', async (value, ip, expected) => {
    expect(await matches('ip', value, { ip })).toBe(expected);
  });

  it.each([null, 'unknown', ''])('passes a client whose address is %s', async (ip) => {
    expect(await matches('ip', '0.0.0.0/0', { ip })).toBe(false);
    expect(await matches('ip', '::/0', { ip })).toBe(false);
  });
});

describe('a rule about text', () => {
  /** Tests the value as a keyword and as a user agent rule. */
  async function isFound(value: string, text: string): Promise<boolean> {
    const found = await Promise.all([
      matches('keyword', value, { title: text }),
      matches('keyword', value, { description: text }),
      matches('user_agent', value, { userAgents: [text] }),
      matches('user_agent', value, { userAgents: ['x', text] }),
    ]);
    expect(new Set(found).size).toBe(1);
    return found.includes(true);
  }

  it.each([
    ['casino', 'The best CASINO in town', true],
    ['CaSiNo', 'supercasinos', true],
    ['casino', 'cas ino', false],
    ['cas.no', 'casino', false],
    ['.*', 'casino', false],
    ['(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaa!', false],
    ['[', 'a [list', true],
    ['\\d', 'C:\\data', true],
    ['%', 'a_b', false],
    [' now ', 'buy now or never', true],
    [' now ', 'buy now', false],
    ['a\nb', 'A\nB', true],
    ['x', 'X', true],
    ['🎰', 'win 🎰🎰', true],
    ['казино', 'Лучшее КАЗИНО', true],
    ['博彩', '在线博彩网站', true],
    ['STRASSE', 'Die Straße', true],
    ['straẞe', 'Die strasse', true],
    ['ß', 'STRASSE', true],
    ['İstanbul', 'i̇stanbul', true],
    ['İSTANBUL', 'İstanbul', true],
    ['İstanbul', 'istanbul', false],
    ['ΟΔΟΣ', 'οδοσφ', true],
    ['οδος', 'ΟΔΟΣΦ', true],
    ['ﬁn', 'FINE', true],
  ])('%j in %j: %s', async (value, text, expected) => {
    expect(await isFound(value, text)).toBe(expected);
  });

  it('does not look across two texts', async () => {
    expect(await matches('keyword', 'onetwo', { title: 'one', description: 'two' })).toBe(false);
    expect(await matches('user_agent', 'onetwo', { userAgents: ['one', 'two'] })).toBe(false);
  });

  it('looks at its own texts alone', async () => {
    const text = 'BadBot';
    expect(await matches('user_agent', text, { title: text, description: text, userAgents: [] })).toBe(false);
    expect(await matches('keyword', text, { userAgents: [text], reporter_email: 'BadBot@example.com' })).toBe(
      false,
    );
  });
});

describe('the value of a rule', () => {
  it.each<[RuleKind, string]>([
    ['email', 'a@example.com'],
    ['email', '@example.com'],
    ['email', '@a.b.EXAMPLE.com'],
    ['email', '@xn--bcher-kva.example'],
    ['ip', '0.0.0.0'],
    ['ip', '10.0.0.0/8'],
    ['ip', '10.1.2.3/0'],
    ['ip', '::'],
    ['ip', 'FE80::1/128'],
    ['ip', '::ffff:1.2.3.4/120'],
    ['user_agent', '[('],
    ['keyword', '@'],
  ])('%s may be %j', (kind, value) => {
    expect(ruleProblem({ kind, value })).toBeNull();
  });

  it.each<[RuleKind, string[]]>([
    [
      'email',
      [
        '@',
        'a',
        'example.com',
        '@example',
        '@@example.com',
        'a@',
        ' a@example.com',
        '@example.com ',
        '*@example.com\n',
      ],
    ],
    [
      'email',
      [
        '@.com',
        '@example..com',
        '@-example.com',
        'a@b@example.com',
        '@exa mple.com',
        'a b@example.com',
        '@bücher.example',
        '@ｅxample.com',
      ],
    ],
    [
      'ip',
      ['1.2.3', '1.2.3.4.5', '256.0.0.1', '01.2.3.4', '0x7f.0.0.1', '2130706433', '1.2.3.*', '1.2.3.4-9'],
    ],
    [
      'ip',
      [
        '1.2.3.4/33',
        '1.2.3.4/',
        '1.2.3.4/-1',
        '1.2.3.4/08',
        '1.2.3.4/8/8',
        '1.2.3.4/255.0.0.0',
        '/8',
        '1.2.3.4/8 ',
      ],
    ],
    [
      'ip',
      [
        ':',
        ':::',
        '1::2::3',
        '::/129',
        '::g',
        '[::1]',
        'fe80::1%eth0',
        '1:2:3:4:5:6:7:8:9',
        ' ::1',
        '1.2.3.4:80',
      ],
    ],
  ])('%s may be none of %j', (kind, values) => {
    const accepted = values.filter((value) => ruleProblem({ kind, value }) === null);
    expect(accepted).toEqual([]);
  });
});
