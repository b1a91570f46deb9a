import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const prefix = '.installing-';
const beatMs = 1_000;
/** So long after its last sign of life, a process with that number is somebody else. */
const longestSilenceMs = 120_000;

/**
 * Runs the work while no other start works in the same folder. Whoever works has a file there, with the number of its
 * process in its name and that of its npm in it; so an npm that was left alone is waited for, too. Each file belongs to one
 * process, so one that was left behind can be removed by anybody.
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

/** The file is made before others are looked for: of two that come together, at least one sees the other. */
async function untilAlone(root, own) {
  for (let isTold = false; ; isTold = true) {
    writeFileSync(own, '');
    if (!othersIn(root, own).some(isAtWork)) return;
    rmSync(own);
    if (!isTold) console.error('Another start is installing: waiting for it');
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
    // It has just been removed.
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
