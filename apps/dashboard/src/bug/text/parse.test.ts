import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileMarkup, hostileTexts as hostileReports } from '../../../../../e2e/hostile-reports.ts';
import { hostileTexts } from '../../../../server/test/attacks/hostile.ts';
import { type Piece, parseMarkdown } from './parse.ts';

/** The tree in a short form, such as `p(one strong(two))`. */
const shown = (pieces: readonly Piece[]): string => pieces.map(one).join('');

function one(piece: Piece): string {
  if (piece.kind === 'bug') return `bug(${piece.id})`;
  if (piece.kind === 'image') return `image(${piece.id} ${piece.name})`;
  if (!('children' in piece)) return piece.kind === 'text' ? piece.text : `${piece.kind}(${piece.text})`;
  if (piece.kind === 'group') return shown(piece.children);
  const href = piece.href ? `${piece.href} ` : '';
  return `${piece.kind}(${href}${shown(piece.children)})`;
}

const inside = (text: string) => shown(parseMarkdown(text)).replace(/^paragraph\((.*)\)$/s, '$1');

describe('what is formatted', () => {
  it.each([
    ['**bold** and *italic*', 'strong(bold) and emphasis(italic)'],
    ['`<b>code</b>`', 'code(<b>code</b>)'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['\\*not\\*', '*not*'],
    ['line\n    indented line', 'line\n    indented line'],
    ['# no heading', '# no heading'],
    ['a &lt; b &amp; c', 'a &lt; b &amp; c'],
    ['[x](https://example.com/a "title")', 'link(https://example.com/a x)'],
    ['[mail](mailto:ada@example.com)', 'link(mailto:ada@example.com mail)'],
    ['see https://example.com/a_b_c.', 'see link(https://example.com/a_b_c https://example.com/a_b_c).'],
    ['<https://example.com/>', 'link(https://example.com/ https://example.com/)'],
    ['[**https://a.example**](https://b.example)', 'link(https://b.example/ strong(https://a.example))'],
  ])('%j', (text, expected) => expect(inside(text)).toBe(expected));

  it('fenced code, lists and quotes', () => {
    expect(inside('```js\n<b>1</b> #2\n```')).toBe('code-block(<b>1</b> #2\n)');
    expect(inside('- a\n- b\n  - c')).toBe('list(item(a)item(blist(item(c))))');
    expect(inside('3. a\n4. b')).toBe('numbered-list(item(a)item(b))');
    expect(inside('> a\n> b')).toBe('quote(paragraph(a\nb))');
  });
});

describe('numbers of bugs', () => {
  it.each([
    ['#12, (#3) and #4.', 'bug(12), (bug(3)) and bug(4).'],
    ['**#12**', 'strong(bug(12))'],
    ['a#12 #12a #0 #012 ##12 &#12; /#12', 'a#12 #12a #0 #012 ##12 &#12; /#12'],
    ['`#12` [#12](https://a.example/#12)', 'code(#12) link(https://a.example/#12 #12)'],
    ['https://a.example/#12', 'link(https://a.example/#12 https://a.example/#12)'],
  ])('%j', (text, expected) => expect(inside(text)).toBe(expected));

  it('are fifty in one text at most', () => {
    const text = Array.from({ length: 60 }, (_, nth) => `#${nth + 1}`).join(' ');
    expect(shown(parseMarkdown(text)).match(/bug\(/g)).toHaveLength(50);
  });
});

describe('images', () => {
  it.each([
    ['![a screen](image:12)', 'image(12 a screen)'],
    ['[![a](image:12)](https://a.example)', 'link(https://a.example/ a)'],
    ['![a](https://evil.example/x.png)', 'link(https://evil.example/x.png a)'],
    ['![a](image:12x) ![a](image:) ![a](image:0)', '![a](image:12x) ![a](image:) ![a](image:0)'],
    ['[a](image:12)', 'a'],
  ])('%j', (text, expected) => expect(inside(text)).toBe(expected));
});

/** Everything in a tree. */
const all = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece) => ['children' in piece ? all(piece.children) : [], piece].flat());

function expectSafe(text: string): void {
  for (const piece of all(parseMarkdown(text)))
    if ('href' in piece && piece.href) expect(new URL(piece.href).protocol).toMatch(/^(https?|mailto):$/);
}

describe('hostile texts', () => {
  it.each([
    '[x](javascript:alert(1))',
    '[x](  JaVaScRiPt:alert(1) )',
    '[x](<java\tscript:alert(1)>)',
    '[x](javascript&#58;alert(1))',
    '[x](\u0001javascript:alert(1))',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '[x](/settings)',
    '[x](https://user:secret@evil.example/)',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('%j has no link', (text) => {
    expect(all(parseMarkdown(text)).filter(({ kind }) => kind === 'link')).toEqual([]);
  });

  it('have no links to code, in whatever markup', () => {
    const frames = [
      (text: string) => text,
      (text: string) => `[x](${text})`,
      (text: string) => `[${text}](https://a.example)`,
      (text: string) => `![${text}](${text})`,
      (text: string) => `<${text}>`,
      (text: string) => `- **${text}**\n  > ${text}`,
      (text: string) => `\`\`\`${text}\n${text}\n\`\`\``,
    ];
    for (const text of [...hostileTexts, ...hostileReports, ...hostileMarkup])
      for (const frame of frames) expectSafe(frame(text));
  });

  it('have none in any mixture either', () => {
    const parts = fc.constantFrom(
      ...'[]()<>!*_`#>-\\ \n:/&;',
      'javascript:',
      'image:1',
      'https://a.b',
      'x',
      '1.',
    );
    fc.assert(fc.property(fc.array(parts, { maxLength: 60 }), (given) => expectSafe(given.join(''))));
  });

  it('are not nested deeper than can be drawn', () => {
    const depth = (pieces: readonly Piece[]): number =>
      Math.max(0, ...pieces.map((piece) => ('children' in piece ? 1 + depth(piece.children) : 0)));
    const texts = ['>', '- ', '*a ', '**a _b ', '[a', '![a](', '> - '].map((part) =>
      part.repeat(10_000 / part.length),
    );
    texts.push(
      `${'*a '.repeat(1_600)}${'a* '.repeat(1_600)}`,
      `${'**a'.repeat(1_600)}${'b**'.repeat(1_600)}`,
    );
    for (const text of texts) expect(depth(parseMarkdown(text))).toBeLessThanOrEqual(30);
  });
});
