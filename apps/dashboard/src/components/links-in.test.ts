import { expect, it } from 'vitest';
import { linksIn } from './links-in.ts';

const links = (text: string) => linksIn(text).flatMap(({ href }) => href ?? []);

it.each([
  ['See https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
  ['(https://en.wikipedia.org/wiki/Bee_(insect))', ['https://en.wikipedia.org/wiki/Bee_(insect)']],
  ['HTTP://EXAMPLE.com, and https://b.example!', ['http://example.com/', 'https://b.example/']],
  ['<https://example.com/x>', ['https://example.com/x']],
  ['javascript:alert(1) data:text/html,x file:///etc/passwd ftp://x', []],
  ['https://user:password@example.com', []],
  ['https://', []],
  ['http://[nonsense', []],
  ['', []],
])('%o leads to %o', (text, expected) => {
  expect(links(text)).toEqual(expected);
  expect(
    linksIn(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
