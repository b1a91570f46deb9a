import { expect, it } from 'vitest';
import { safePath } from './return-to.ts';

it.each([
  ['/bugs/12?status=open', '/bugs/12?status=open'],
  ['/invitation', '/invitation'],
  ['/', '/'],
  ['/a/../b', '/b'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/.//evil.example/x', '/'],
  ['/a/..//evil.example/x', '/'],
  ['/\t/evil.example', '/'],
  ['\\/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['https://bugs.example.com/bugs/1', '/'],
  ['javascript:alert(1)', '/'],
  ['bugs/1', '/'],
  ['/login?to=/bugs/1', '/'],
  ['/x/../login', '/'],
  ['/auth/callback', '/'],
  ['', '/'],
  [undefined, '/'],
  [['/a', '/b'], '/'],
])('after signing in, %o leads to %o', (wanted, path) => {
  expect(safePath(wanted, 'https://bugs.example.com')).toBe(path);
});
