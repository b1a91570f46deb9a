import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { DataDirectoryInUseError } from './errors.ts';
import type { Layout } from './layout.ts';
import { removeStaleLockFiles } from './lock-files.ts';
import { isListening } from './postmaster.ts';
import { identity, serverEnvironment } from './run.ts';
import { openLog } from './server-log.ts';
import { defaultSettings } from './settings.ts';
import { prepareSocketDirectory } from './socket-directory.ts';

/** Everything that it takes to start a server on the cluster. */
export interface ServerParts {
  layout: Layout;
  binaries: Binaries;
  settings: Record<string, string>;
}

/** A server process that we have started. */
export interface Launched {
  /** How the process ended; empty while it runs. */
  ending: string;
  /** The position in the log file at which its own output begins. */
  logStart: number;
}

/** Starts the server's first process, the postmaster, without waiting until it is ready. */
export async function launchPostmaster({ layout, binaries, settings }: ServerParts): Promise<Launched> {
  const { clusterDir, dataDir, words } = layout;
  const socketDir = await prepareSocketDirectory(layout);
  if (await isListening(socketDir)) throw new DataDirectoryInUseError(dataDir, words);
  await removeStaleLockFiles(clusterDir, socketDir);
  const log = await openLog(layout);
  try {
    const launched: Launched = { ending: '', logStart: (await log.stat()).size };
    const args = argumentsFor({
      ...defaultSettings,
      unix_socket_directories: quoted(socketDir),
      ...settings,
    });
    const child = spawn(join(binaries.folder, 'postgres'), ['-D', clusterDir, ...args], {
      ...identity(layout.user),
      cwd: '/',
      env: serverEnvironment(),
      // It gets a process group of its own, so that Ctrl-C reaches the service only, which then stops it in order.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.once('error', (error) => {
      launched.ending = error.message;
    });
    child.once('exit', (code, signal) => {
      launched.ending = signal ? `signal ${signal}` : `exit code ${code}`;
    });
    child.unref();
    return launched;
  } finally {
    await log.close();
  }
}

function argumentsFor(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Quotes a folder, because the setting is a list in which commas and spaces are separators. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
