import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A name server that hears every question and answers none, for those processes alone that are started through `command`. */
export interface SilentNames {
  command: string[];
  close(): void;
}

/** Why there can be none on this machine; null when there can. */
export function whyNoSilentNames(): string | null {
  if (process.getuid?.() !== 0) return 'needs root, to give the service another name server';
  return spawnSync('unshare', ['-m', 'true']).status === 0 ? null : 'needs unshare, and the right to mount';
}

/** Any address of this machine that no name server has. */
const address = '127.0.0.77';

export async function startSilentNames(folder: string): Promise<SilentNames> {
  const socket = createSocket('udp4').bind(53, address);
  await once(socket, 'listening');
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  // What is mounted there, only this process and those below it see, and it is gone when they are.
  const script = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
  return { command: ['unshare', '-m', 'sh', '-c', script, file], close: () => void socket.close() };
}
