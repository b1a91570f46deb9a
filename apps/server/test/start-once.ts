import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

/** Starts and stops the built service, to do the work of a first start. */
export async function startOnce(settings: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const service = spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: { PATH, HOME, PORT: String(await freePort()), LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  await Promise.race([once(service.stdout, 'data'), ended]);
  service.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error('The service could not be started to prepare its data: see above');
}
