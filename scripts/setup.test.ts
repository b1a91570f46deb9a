import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const often = { interval: 20 };

/** A fake installation; for the pinned Node it creates a fake program. */
const installs = `
echo "$(basename $PWD) $1 $2 $3" >> $CLONE/runs
[ $1 = ci ] && rm -rf node_modules
mkdir -p node_modules/.bin
[ $(basename $PWD) = pinned-node ] && cd node_modules && mkdir -p node-here/bin && printf '#!/bin/sh\\necho v99.0.0\\n' > node-here/bin/node && chmod +x node-here/bin/node
true`;
/** Hangs forever with a child process; both record their process ids. */
const hangs = 'sleep 1000 & echo $$ $! > running; wait; wait';
/** Exits slowly on a signal, like npm. */
const ignoresSignals = `trap '' TERM INT; ${hangs}`;

/** Makes the machine's Node look too old. */
const onOldNode = [
  '--import',
  "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.19.0'})",
];

/** A clone without installed packages and with a fake npm. */
async function createClone(npm: string) {
  const root = await mkdtemp(join(tmpdir(), 'skep-clone-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  cpSync('scripts', join(root, 'scripts'), {
    recursive: true,
    filter: (source) => basename(source) !== 'node_modules',
  });
  await writeFile(join(root, 'package-lock.json'), '{}');
  await mkdir(join(root, 'bin'));
  const behave = async (script: string) => {
    await writeFile(join(root, 'bin', 'npm'), `#!/bin/sh\n${script}\n`);
    await chmod(join(root, 'bin', 'npm'), 0o755);
  };
  await behave(npm);
  const PATH = [join(root, 'bin'), process.env.PATH].join(delimiter);

  /** Runs in its own process group, as from a shell. */
  function setUp(args: string[] = [], nodeOptions: string[] = []) {
    const child = spawn(process.execPath, [...nodeOptions, join(root, 'scripts/setup.mjs'), ...args], {
      env: { PATH, CLONE: root },
      detached: true,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
    return { child, ended, stderr: text(child.stderr) };
  }
  const running = async () =>
    (await readFile(join(root, 'running'), 'utf8').catch(() => '')).trim().split(' ');
  onTestFinished(async () => {
    for (const pid of (await running()).filter(isAlive)) process.kill(Number(pid), 'SIGKILL');
  });
  const isHanging = () => expect.poll(async () => (await running()).length, often).toBe(2);
  const leftovers = async () => (await readdir(root)).filter((name) => name.startsWith('.installing'));
  /** Calls of npm with their folder. */
  const runs = async () => {
    const lines = (await readFile(join(root, 'runs'), 'utf8')).trim().split('\n');
    return lines.map((line) => line.replace(basename(root), '.'));
  };
  const node = () => realpathSync(join(root, 'node_modules/.bin/node'));
  return { root, behave, setUp, running, runs, node, isHanging, leftovers };
}

function isAlive(pid: string): boolean {
  try {
    return pid !== '' && process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

it('installs runtime dependencies once, and again after a change of the lock file', async () => {
  const clone = await createClone(installs);
  for (const _again of [1, 2]) expect((await clone.setUp().ended).code).toBe(0);
  expect([await clone.runs(), clone.node()]).toEqual([
    ['. ci --omit=dev --ignore-scripts'],
    process.execPath,
  ]);
  await writeFile(join(clone.root, 'package-lock.json'), '{"changed":true}');
  expect((await clone.setUp().ended).code).toBe(0);
  expect([(await clone.runs()).length, await clone.leftovers()]).toEqual([2, []]);
});

it('adds test dependencies without removing anything, and keeps them', async () => {
  const clone = await createClone(installs);
  await clone.setUp().ended;
  for (const args of [['--for-tests'], ['--for-tests'], []]) {
    expect((await clone.setUp(args).ended).code).toBe(0);
  }
  expect((await clone.runs()).slice(1)).toEqual(['. install --no-save --include=dev']);
  await writeFile(join(clone.root, 'package-lock.json'), '{"changed":true}');
  await clone.setUp().ended;
  expect((await clone.runs()).slice(2)).toEqual(['. ci --include=dev --ignore-scripts']);
});

it('runs after an interrupted install of test dependencies, and reinstalls everything for the next tests', async () => {
  const clone = await createClone(installs);
  await clone.setUp().ended;
  await clone.behave(hangs);
  const { child, ended } = clone.setUp(['--for-tests']);
  await clone.isHanging();
  child.kill('SIGKILL');
  await ended;
  for (const pid of await clone.running()) process.kill(Number(pid), 'SIGKILL');
  await clone.behave(installs);
  await clone.setUp().ended;
  expect(await clone.runs()).toHaveLength(1);
  await clone.setUp(['--for-tests']).ended;
  expect((await clone.runs()).slice(1)).toEqual(['. ci --include=dev --ignore-scripts']);
});

it('installs Node if the machine has an old one, and again after a change of the pinned version', async () => {
  const clone = await createClone(installs);
  const lock = join(clone.root, 'scripts/setup/pinned-node/package-lock.json');
  await clone.setUp([], onOldNode).ended;
  expect(clone.node()).toBe(join(clone.root, 'scripts/setup/pinned-node/node_modules/node-here/bin/node'));
  await writeFile(lock, '{"changed":true}');
  for (const _again of [1, 2]) expect((await clone.setUp([], onOldNode).ended).code).toBe(0);
  const installed = 'pinned-node ci --include=dev --ignore-scripts';
  expect((await clone.runs()).slice(1)).toEqual([installed, installed]);
});

it('reports at every start why the installed Node does not run', async () => {
  const clone = await createClone(installs.replace('echo v99.0.0', 'echo no libatomic >&2; exit 127'));
  for (const _again of [1, 2]) {
    const { ended, stderr } = clone.setUp([], onOldNode);
    expect((await ended).code).toBe(1);
    expect(await stderr).toContain(
      'The Node.js from npm does not run on this machine: no libatomic\nInstall the missing library',
    );
  }
});

it("prints npm's error without its stack, and retries at the next start", async () => {
  const clone = await createClone(
    `echo "npm error code ENOTFOUND" >&2; echo "npm error     at lookup (dns.js:1)" >&2; exit 1`,
  );
  const failing = clone.setUp();
  expect((await failing.ended).code).toBe(1);
  expect(await failing.stderr).toMatch(
    /^Installing dependencies \.* failed\nnpm error code ENOTFOUND\nnpm could not install dependencies\. See the error above/,
  );
  await clone.behave(installs);
  expect((await clone.setUp().ended).code).toBe(0);
});

it('reports a missing npm', async () => {
  const clone = await createClone('');
  await rm(join(clone.root, 'bin', 'npm'));
  const child = spawn(process.execPath, [join(clone.root, 'scripts/setup.mjs')], {
    env: { PATH: '/nowhere' },
  });
  expect(await text(child.stderr)).toContain('Could not run npm: spawn npm ENOENT\n');
});

const toGroup = (child: ChildProcess, signal: NodeJS.Signals) => process.kill(-Number(child.pid), signal);
const toItself = (child: ChildProcess, signal: NodeJS.Signals) => child.kill(signal);

it.each([
  ['Ctrl-C', 'SIGINT', toGroup, ignoresSignals],
  ['SIGTERM', 'SIGTERM', toItself, hangs],
  ['the end of its terminal', 'SIGHUP', toGroup, hangs],
] as const)(
  'ends npm with all that it has started at %s, and the next start just works',
  async (_what, signal, send, npm) => {
    const clone = await createClone(npm);
    const { child, ended } = clone.setUp();
    await clone.isHanging();
    send(child, signal);
    expect(await ended).toEqual({ code: null, signal });
    expect((await clone.running()).filter(isAlive)).toEqual([]);
    expect(await clone.leftovers()).toEqual([]);
    await clone.behave(installs);
    expect((await clone.setUp().ended).code).toBe(0);
  },
);

it('ignores the result of an interrupted installation', async () => {
  const clone = await createClone(installs);
  await clone.setUp().ended;
  await writeFile(join(clone.root, 'package-lock.json'), '{"changed":true}');
  await clone.behave(hangs);
  const { child, ended } = clone.setUp();
  await clone.isHanging();
  child.kill('SIGTERM');
  await ended;
  expect(existsSync(join(clone.root, 'node_modules/.installed'))).toBe(false);
});

it('lets one of several starts install while the others wait', async () => {
  const clone = await createClone(`mkdir alone && sleep 1 && rmdir alone && ${installs}`);
  const starts = [clone.setUp(), clone.setUp(), clone.setUp()];
  for (const { ended } of starts) expect((await ended).code).toBe(0);
  expect(await clone.runs()).toHaveLength(1);
  expect(await clone.leftovers()).toEqual([]);
});

it('waits for an orphaned npm, but not for processes that are gone', async () => {
  const clone = await createClone(hangs);
  const { child, ended } = clone.setUp();
  await clone.isHanging();
  const lockFile = join(clone.root, `.installing-${child.pid}`);
  // npm may be running for a moment before its process id is written.
  await expect.poll(() => readFile(lockFile, 'utf8'), often).not.toBe('');
  child.kill('SIGKILL');
  await ended;
  const next = clone.setUp();
  const firstWords = await once(next.child.stderr, 'data');
  expect(String(firstWords)).toBe('Waiting for another process that is installing or building\n');
  await clone.behave(installs);
  for (const pid of await clone.running()) process.kill(Number(pid), 'SIGKILL');
  expect((await next.ended).code).toBe(0);
  expect(await clone.leftovers()).toEqual([]);
});
