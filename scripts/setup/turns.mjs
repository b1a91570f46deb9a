import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const prefix = '.installing-';
const beatMs = 1_000;
/** After so long without a heartbeat, the process with that id is taken for another program. */
const longestSilenceMs = 120_000;

/**
 * A mutual exclusion by lock files: runs the work while no other start works in the same folder. Each start has a lock file
 * of its own there, with its process id in the name and that of its npm in the content, so that an npm that was left alone is
 * waited for, too. Its modification time is the heartbeat. A stale file can be removed by anybody.
 */
export async function takeTurn(root, work) {
  const own = join(root, prefix + process.pid);
  await untilAlone(root, own);
  const beat = setInterval(() => utimesSync(own, new Date(), new Date()), beatMs);
  try {
    await work((pid) => writeFileSync(own, String(pid)));
  } finally {
    clearInterval(beat);
    rmSync(own, { force: true });
  }
}

/** Makes the lock file before it looks for others: of two that come together, at least one sees the other and steps back. */
async function untilAlone(root, own) {
  for (let isTold = false; ; isTold = true) {
    writeFileSync(own, '');
    if (!othersIn(root, own).some(isAtWork)) return;
    rmSync(own);
    if (!isTold) console.error('Another start is preparing this folder: waiting for it');
    await sleep(100 + Math.random() * 300);
  }
}

function othersIn(root, own) {
  const names = readdirSync(root).filter((name) => name.startsWith(prefix));
  return names.map((name) => join(root, name)).filter((file) => file !== own);
}

function isAtWork(file) {
  try {
    const isSilent = Date.now() - statSync(file).mtimeMs > longestSilenceMs;
    const processes = [file.slice(file.lastIndexOf('-') + 1), readFileSync(file, 'utf8')];
    if (!isSilent && processes.some(exists)) return true;
    rmSync(file, { force: true });
  } catch (error) {
    // The file has just been removed by its owner.
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
