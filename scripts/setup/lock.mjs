import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const prefix = '.installing-';
const heartbeatMs = 1_000;
/** Without a heartbeat for this long, the lock is stale, even if a process with that id exists. */
const staleAfterMs = 120_000;

/**
 * Runs `work` while no other process works in the same folder. Each process has a lock file with its process id in the name and
 * npm's process id as content, so that an orphaned npm is waited for too. The modification time is the heartbeat. Any process may
 * remove a stale file.
 */
export async function withSetupLock(root, work) {
  const own = join(root, prefix + process.pid);
  await acquireLock(root, own);
  const heartbeat = setInterval(() => utimesSync(own, new Date(), new Date()), heartbeatMs);
  try {
    await work((pid) => writeFileSync(own, String(pid)));
  } finally {
    clearInterval(heartbeat);
    rmSync(own, { force: true });
  }
}

/** Creates the lock file before looking for others, so that of two concurrent processes at least one backs off. */
async function acquireLock(root, own) {
  for (let isAnnounced = false; ; isAnnounced = true) {
    writeFileSync(own, '');
    if (!othersIn(root, own).some(isActive)) return;
    rmSync(own);
    if (!isAnnounced) console.error('Waiting for another process that is installing or building');
    await sleep(100 + Math.random() * 300);
  }
}

function othersIn(root, own) {
  const names = readdirSync(root).filter((name) => name.startsWith(prefix));
  return names.map((name) => join(root, name)).filter((file) => file !== own);
}

function isActive(file) {
  try {
    const isSilent = Date.now() - statSync(file).mtimeMs > staleAfterMs;
    const processes = [file.slice(file.lastIndexOf('-') + 1), readFileSync(file, 'utf8')];
    if (!isSilent && processes.some(exists)) return true;
    rmSync(file, { force: true });
  } catch (error) {
    // The owner has just removed the file.
    if (error.code !== 'ENOENT') throw error;
  }
  return false;
}

function exists(pid) {
  try {
    return pid !== '' && process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
