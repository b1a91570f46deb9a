import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The error when we were told to end while npm was running. npm has ended by then, with every process that it started. */
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

/** Passes signals on to npm's process group. npm gets little time to end, because what it leaves unfinished is made anew. */
function watchSignals() {
  let group;
  let received;
  let killing;
  const onSignal = (signal) => {
    // A second signal means that nobody wants to wait at all.
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

/** Waits until no process of the group is left; those that do not end by themselves are killed meanwhile. */
async function untilGone(group) {
  const giveUpAt = Date.now() + 2 * graceMs;
  while (signalGroup(group, 0) && Date.now() < giveUpAt) await sleep(50);
}

/** Sends a signal to a process group, and returns whether there was a process to get it. */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
