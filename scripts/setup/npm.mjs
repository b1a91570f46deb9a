import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** We were told to end while npm was running. It is gone, with everything that it had started. */
export class Interrupted extends Error {
  constructor(signal) {
    super(signal);
    this.signal = signal;
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const graceMs = 3_000;

/**
 * Runs npm in a process group of its own, and ends the whole group when we are told to end: an npm that goes on alone
 * would be in the way of the next start.
 */
export async function runNpm(args, cwd, noteProcess) {
  const interruption = watchSignals();
  const child = spawn('npm', args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  interruption.ends(child.pid);
  if (child.pid) noteProcess(child.pid);
  try {
    return await finished(child);
  } finally {
    await interruption.settle();
  }
}

function finished(child) {
  return new Promise((resolve) => {
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) =>
      resolve({ succeeded: false, output: `npm could not be run: ${error.message}` }),
    );
    child.on('close', (code, signal) => {
      if (signal) output += `\nnpm was ended by ${signal}`;
      resolve({ succeeded: code === 0, output });
    });
  });
}

/** npm finishes much before it ends by itself. What it leaves unfinished is made anew, so it is not waited for long. */
function watchSignals() {
  let group;
  let received;
  let killing;
  const onSignal = (signal) => {
    // Whoever asks twice does not want to wait at all.
    if (received) return signalGroup(group, 'SIGKILL');
    received = signal;
    signalGroup(group, 'SIGTERM');
    killing = setTimeout(() => signalGroup(group, 'SIGKILL'), graceMs);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    ends(pid) {
      group = pid;
    },
    async settle() {
      if (received) await untilGone(group);
      clearTimeout(killing);
      for (const signal of signals) process.off(signal, onSignal);
      if (received) throw new Interrupted(received);
    },
  };
}

/** Of a group that was ended, some may have to be ended by force. */
async function untilGone(group) {
  const giveUpAt = Date.now() + 2 * graceMs;
  while (signalGroup(group, 0) && Date.now() < giveUpAt) await sleep(50);
}

/** Whether there was anybody to get it. */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
