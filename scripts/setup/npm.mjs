import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown after a signal, once npm and all its child processes have exited. */
export class Interrupted extends Error {
  constructor(signal) {
    super(signal);
    this.signal = signal;
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const graceMs = 3_000;

/** Runs npm in its own process group and stops the whole group on a signal, because an orphaned npm would block the next start. */
export async function runNpm(args, cwd, onProcess) {
  const interruption = watchSignals();
  const child = spawn('npm', args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  interruption.ends(child.pid);
  if (child.pid) onProcess(child.pid);
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
      resolve({ succeeded: false, output: `Could not run npm: ${error.message}` }),
    );
    child.on('close', (code, signal) => {
      if (signal) output += `\nnpm was killed by ${signal}`;
      resolve({ succeeded: code === 0, output });
    });
  });
}

/** Forwards signals to npm's process group. The grace period is short, because incomplete installs are redone anyway. */
function watchSignals() {
  let group;
  let received;
  let killing;
  const onSignal = (signal) => {
    // A second signal kills at once.
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

/** Waits until the process group is empty. */
async function untilGone(group) {
  const giveUpAt = Date.now() + 2 * graceMs;
  while (signalGroup(group, 0) && Date.now() < giveUpAt) await sleep(50);
}

/** Returns whether the group has a process. */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
