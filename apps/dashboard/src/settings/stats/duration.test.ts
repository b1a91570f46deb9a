import { expect, it } from 'vitest';
import { durationWords } from './duration.ts';

it.each([
  [null, '–'],
  [0.001, '1 min'],
  [0.5, '30 min'],
  [1, '1 h'],
  [5.55, '5.6 h'],
  [47, '47 h'],
  [84, '3.5 days'],
  [24 * 90, '90 days'],
])('says %s hours as %s', (hours, words) => {
  expect(durationWords(hours)).toBe(words);
});
