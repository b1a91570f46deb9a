import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';
import { aDataDir, launchService } from './service-process.ts';

/** The output of a start that finds no database. */
async function said(settings: Record<string, string>): Promise<string> {
  const { exit, stderr } = launchService({
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    SECRET_KEY: 'a secret key that only the tests have',
    DATA_DIR: await aDataDir(),
    ...settings,
  });
  expect(await exit).toBe(1);
  return stderr();
}

it('is said once when a service in production does not know its proxies', async () => {
  const lines = (await said({ NODE_ENV: 'production' })).split('\n');
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES is not set'))).toHaveLength(1);
});

it.each([
  { NODE_ENV: 'production', TRUSTED_PROXIES: '198.51.100.7' },
  { NODE_ENV: 'production', TRUSTED_PROXIES: 'none' },
  { NODE_ENV: 'development' },
])('is not said with %j', async (settings) => {
  expect(await said(settings)).not.toContain('TRUSTED_PROXIES');
});
