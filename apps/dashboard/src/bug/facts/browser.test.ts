import { expect, it } from 'vitest';
import { browserOf } from './browser.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

it.each([
  [
    'Safari 26 on iOS 26',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${webKit} Version/26.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari 18 on macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.4 Safari/605.1.15`,
  ],
  ['Chrome 142 on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  [
    'Microsoft Edge 142 on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.0.0`,
  ],
  ['Chrome 142 on Android 16', `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome} Mobile Safari/537.36`],
  ['Firefox 145 on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
])('says %s', (words, userAgent) => {
  expect(browserOf(userAgent)).toBe(words);
});

it.each(['curl/8.5.0', 'node', '', '<script>alert(1)</script>', 'x'.repeat(2_000)])(
  'knows no browser in %j',
  (userAgent) => {
    expect(browserOf(userAgent)).toBeUndefined();
  },
);
