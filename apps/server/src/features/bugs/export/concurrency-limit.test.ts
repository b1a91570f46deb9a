import { expect, it } from 'vitest';
import type { Release } from '../../../semaphore.ts';
import { createExportLimit } from '../export.ts';

it('a share of the exports that may run at once is kept for users who have none', async () => {
  const acquire = createExportLimit();
  const releases: Release[] = [];
  const statusFor = (userId: number) =>
    acquire(userId).then(
      (release) => {
        releases.push(release);
        return 200;
      },
      (error) => error.status,
    );
  const statuses: number[] = [];
  for (let user = 1; user <= 7; user++)
    for (let time = 0; time < 3; time++) statuses.push(await statusFor(user));
  expect(statuses).toEqual([...Array(20).fill(200), 503]);
  expect(await statusFor(1)).toBe(429);

  for (let user = 8; user <= 17; user++) expect(await statusFor(user)).toBe(200);
  expect(await statusFor(18)).toBe(503);

  for (const release of releases) release();
  expect(await statusFor(7)).toBe(200);
});
