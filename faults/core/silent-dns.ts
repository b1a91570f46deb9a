import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A DNS server that never responds, used only by processes started through `command`. */
export interface SilentDns {
  command: string[];
  close(): void;
}

/** The reason why this machine cannot run one, or null. */
export function whyNoSilentDns(): string | null {
  if (process.getuid?.() !== 0) return 'requires root to replace the DNS server';
  return spawnSync('unshare', ['-m', 'true']).status === 0
    ? null
    : 'requires unshare and permission to mount';
}

/** A loopback address without a DNS server. */
const address = '127.0.0.77';

export async function startSilentDns(folder: string): Promise<SilentDns> {
  const socket = createSocket('udp4').bind(53, address);
  await once(socket, 'listening');
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  // The bind mount is visible only in the mount namespace of this process and its children.
  const script = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
  return { command: ['unshare', '-m', 'sh', '-c', script, file], close: () => void socket.close() };
}
