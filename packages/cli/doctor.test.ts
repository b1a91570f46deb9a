import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freePort } from '../../apps/server/test/free-port.ts';
import { startMailServer } from '../../apps/server/test/mail-server.ts';
import { startProxy } from '../../apps/server/test/proxy.ts';
import { startS3Server } from '../../apps/server/test/s3-server.ts';
import { aPreparedDataDir, launch, runService } from '../../apps/server/test/service-process.ts';

const cli = fileURLToPath(new URL('./bin/skep.js', import.meta.url));
const s3 = await startS3Server();

interface Report {
  verdict: string;
  findings: { check: string; verdict: string; found: string; advice: string | null }[];
}

async function doctor(settings: Record<string, string>, ...args: string[]) {
  const run = launch(cli, ['admin', 'doctor', '--json', ...args], settings);
  const code = await run.exit;
  expect(run.stderr()).toBe('');
  const { verdict, findings } = JSON.parse(run.stdout()) as Report;
  const told = findings.filter((finding) => finding.verdict !== 'ok' && finding.verdict !== 'skipped');
  for (const { advice } of told) expect(advice).toMatch(/./);
  return {
    code,
    verdict,
    told: told.map(({ check, verdict, found }) => `${check} ${verdict}: ${found}`),
    text: run.stdout(),
  };
}

const SECRET_KEY = 'never to be seen in any output 0123456789';

it('reports no problem on a healthy system, finds problems otherwise, and shows no secrets', async () => {
  const mail = await startMailServer();
  const proxy = await startProxy(() => service.url);
  const badProxy = await startProxy(() => service.url, { keepsBack: true, maxBytes: 100_000 });
  const settings = {
    DATA_DIR: await aPreparedDataDir(),
    SECRET_KEY,
    BASE_URL: proxy,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mail.url,
    MAIL_FROM: 'skep@example.com',
    ...s3.settings,
  };
  const service = await runService(settings);
  const PORT = new URL(service.url).port;
  const nowhere = `127.0.0.1:${await freePort()}`;
  const well = await doctor({ ...settings, PORT }, '--mail-to', 'ada@example.com');
  const [ill, without, misread] = await Promise.all([
    doctor({
      ...settings,
      PORT,
      BASE_URL: badProxy,
      SMTP_URL: `smtp://ada:never-seen@${nowhere}`,
      S3_SECRET_ACCESS_KEY: 'never-seen',
      BACKUP_DIR: settings.DATA_DIR,
    }),
    doctor({
      ...settings,
      PORT,
      DATABASE_URL: `postgres://ada:never-seen@${nowhere}/skep`,
      BASE_URL: service.url,
    }),
    doctor({ ...settings, PORT: 'forty' }),
  ]);

  // This store has no CORS rule for uploads.
  const noCors = `images warning: CORS does not allow uploads from ${proxy}`;
  expect(well).toMatchObject({ code: 0, verdict: 'warning', told: [noCors] });
  expect(mail.waiting('ada@example.com')).toHaveLength(1);
  expect(await s3.keys()).toEqual([]);
  expect(ill).toMatchObject({
    code: 1,
    verdict: 'problem',
    told: [
      expect.stringMatching(/^mail problem: 127.0.0.1 is not usable: .*ECONNREFUSED/),
      expect.stringMatching(/^images problem: the bucket bees at .* is not usable: /),
      'proxy warning: A proxy buffers event streams: live updates are delayed',
      'proxy problem: A proxy responded 413 to a request of 256 KiB',
      `backups warning: No backup of this installation in ${settings.DATA_DIR}`,
    ],
  });
  expect(without.code).toBe(1);
  expect(without.told[0]).toMatch(/^database problem: Cannot use the database of DATABASE_URL: connect E/);
  expect(misread).toMatchObject({
    code: 1,
    told: ['configuration problem: PORT must be a number from 1 to 65535, not "forty"'],
  });
  for (const { text } of [well, ill, without, misread]) expect(text).not.toMatch(/never[- ](to|seen)/);
});

it('finds the service that runs on its data folder on any port', async () => {
  const DATA_DIR = await aPreparedDataDir();
  const service = await runService({ DATA_DIR });
  const running = launch(cli, ['admin', 'doctor', '--json'], { DATA_DIR });
  await running.exit;
  const proxy = (text: string) =>
    (JSON.parse(text) as Report).findings.filter(({ check }) => check === 'proxy').map(({ found }) => found);
  expect(proxy(running.stdout())).toContainEqual(expect.stringContaining('reaches this installation'));
  await service.end('SIGTERM');
  const stopped = launch(cli, ['admin', 'doctor', '--json'], { DATA_DIR });
  await stopped.exit;
  expect(proxy(stopped.stdout())).toContainEqual(expect.stringContaining('is not running here'));
});
