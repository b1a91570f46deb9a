import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../apps/server/test/free-port.ts';
import { type Github, startGithub } from '../apps/server/test/github-server.ts';
import { type Mailbox, startMailServer } from '../apps/server/test/mail-server.ts';

/** The built service with its own database, a test mail server and a fake GitHub. */
export interface Service {
  url: string;
  mailbox: Mailbox;
  github: Github;
  /** Runs `skep admin`, for example with `make-operator`. */
  admin(...args: string[]): Promise<void>;
  /** The last lines of the log. */
  recentLog(): string;
  stop(): Promise<void>;
}

export async function startService({ sendsEmail = true } = {}): Promise<Service> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'skep-browser-'));
  const mailbox = await startMailServer();
  const client = { clientId: 'skep', clientSecret: 'github-client-secret' };
  const github = await startGithub({ ...client, redirectUri: `${url}/api/v1/auth/oauth/github/callback` });
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      DEFAULT_PLAN: 'unlimited',
      // Webhook targets run on localhost.
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...(sendsEmail && { SMTP_URL: mailbox.url }),
      GITHUB_CLIENT_ID: client.clientId,
      GITHUB_CLIENT_SECRET: client.clientSecret,
      GITHUB_URL: github.url,
    },
  });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error('The service did not start. See the output above.');
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4_000);
  });

  const admin = async (...args: string[]) => {
    const cli = join(import.meta.dirname, '../packages/cli/bin/skep.js');
    await promisify(execFile)(process.execPath, [cli, 'admin', ...args], {
      env: { PATH, HOME, DATA_DIR: join(folder, 'data') },
    });
  };

  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    github.close();
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, mailbox, github, admin, recentLog: () => log, stop };
}
