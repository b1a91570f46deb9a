import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('text of strangers', () => {
  it.each([
    'Checkout button does nothing',
    'Größe, naïve, Ελλάδα, Кнопка, 決済, 결제, कृष्ण, ไม่ทำงาน, נִקּוּד, فارسی می‌شود',
    '👩‍👩‍👧 family, 🏳️‍🌈 flag, 👍🏽 hand, 1️⃣ key',
    'two\nlines and a\ttab',
    '',
    '   ',
  ])('stays as it is: %o', (text) => {
    expect(visibleText(text)).toBe(text);
  });

  it.each([
    ['an override of direction', 'invoice\u202excod.exe\u202c', 'invoicexcod.exe'],
    ['an isolate that never ends', 'a\u2067b', 'ab'],
    ['zero-width characters', 'pay\u200bpal\u2060.com\ufeff', 'paypal.com'],
    ['joiners between Latin letters', 'a\u200d\u200db\u200c c', 'ab c'],
    ['joiners without end in emoji', '👩\u200d\u200d\u200d👧', '👩\u200d👧'],
    ['hidden tags', 'text\u{e0041}\u{e0042}', 'text'],
    ['a soft hyphen', 'in\u00advisible', 'invisible'],
    ['an escape', 'red\u001b[31m', 'red␛[31m'],
    ['NUL, delete and a C1 control', 'a\u0000b\u007fc\u009bd', 'a␀b␡c�d'],
    ['other ends of lines', 'a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
    ['a lone surrogate', 'a\ud800b', 'a�b'],
    ['nothing but invisible characters', '\u200b\u2060', '(no visible text)'],
    ['nothing but a filler', '\u3164', '(no visible text)'],
  ])('is shown without %s', (_what, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('has no towers of combining marks', () => {
    expect(visibleText(`Z${'\u0353'.repeat(10_000)}algo`)).toBe(`Z${'\u0353'.repeat(4)}algo`);
  });
});
