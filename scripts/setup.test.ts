import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const often = { interval: 20 };

/** Leaves what npm would leave of an installation: where it is to be the pinned Node, a program that passes for it. */
const installs = `
echo "$(basename $PWD) $1 $2 $3" >> $CLONE/runs
[ $1 = ci ] && rm -rf node_modules
mkdir -p node_modules/.bin
[ $(basename $PWD) = pinned-node ] && cd node_modules && mkdir -p node-here/bin && printf '#!/bin/sh\\necho v99.0.0\\n' > node-here/bin/node && chmod +x node-here/bin/node
true`;
/** Goes on for ever, with a helper of its own; both note their numbers. */
const hangs = 'sleep 1000 & echo $$ $! > running; wait; wait';
/** As npm does, which finishes much first. */
const ignoresSignals = `trap '' TERM INT; ${hangs}`;

/** Lets the machine's Node pass for one that is too old. */
const onOldNode = [
  '--import',
  "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.19.0'})",
];

/** A clone in which nothing is installed, and an npm in front of the real one that does as it is told. */
async function aClone(npm: string) {
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

  /** In a process group of its own, as a shell starts it. */
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
  /** What npm was told to do, and in which folder. */
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

it('installs once what running needs, and then not again until the lock changes', async () => {
  const clone = await aClone(installs);
  for (const _again of [1, 2]) expect((await clone.setUp().ended).code).toBe(0);
  expect([await clone.runs(), clone.node()]).toEqual([
    ['. ci --omit=dev --ignore-scripts'],
    process.execPath,
  ]);
  await writeFile(join(clone.root, 'package-lock.json'), '{"changed":true}');
  expect((await clone.setUp().ended).code).toBe(0);
  expect([(await clone.runs()).length, await clone.leftovers()]).toEqual([2, []]);
});

it('adds what tests need without taking anything away, and keeps it', async () => {
  const clone = await aClone(installs);
  await clone.setUp().ended;
  for (const args of [['--for-tests'], ['--for-tests'], []]) {
    expect((await clone.setUp(args).ended).code).toBe(0);
  }
  expect((await clone.runs()).slice(1)).toEqual(['. install --no-save --include=dev']);
  await writeFile(join(clone.root, 'package-lock.json'), '{"changed":true}');
  await clone.setUp().ended;
  expect((await clone.runs()).slice(2)).toEqual(['. ci --include=dev --ignore-scripts']);
});

it('runs on although adding what tests need was interrupted, and installs all of it anew for the next tests', async () => {
  const clone = await aClone(installs);
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

it('brings a Node where the machine has an old one, and another one when that is pinned', async () => {
  const clone = await aClone(installs);
  const lock = join(clone.root, 'scripts/setup/pinned-node/package-lock.json');
  await clone.setUp([], onOldNode).ended;
  expect(clone.node()).toBe(join(clone.root, 'scripts/setup/pinned-node/node_modules/node-here/bin/node'));
  await writeFile(lock, '{"changed":true}');
  for (const _again of [1, 2]) expect((await clone.setUp([], onOldNode).ended).code).toBe(0);
  const installed = 'pinned-node ci --include=dev --ignore-scripts';
  expect((await clone.runs()).slice(1)).toEqual([installed, installed]);
});

it('says why a Node that it brings does not run here, at every start', async () => {
  const clone = await aClone(installs.replace('echo v99.0.0', 'echo no libatomic >&2; exit 127'));
  for (const _again of [1, 2]) {
    const { ended, stderr } = clone.setUp([], onOldNode);
    expect((await ended).code).toBe(1);
    expect(await stderr).toContain(
      'The Node.js from npm does not run on this machine: no libatomic\nInstall what',
    );
  }
});

it("says npm's own reason when it fails, without its stack, and tries again at the next start", async () => {
  const clone = await aClone(
    `echo "npm error code ENOTFOUND" >&2; echo "npm error     at lookup (dns.js:1)" >&2; exit 1`,
  );
  const failing = clone.setUp();
  expect((await failing.ended).code).toBe(1);
  expect(await failing.stderr).toMatch(
    /^Installing dependencies, once \.* failed\nnpm error code ENOTFOUND\nnpm could not install dependencies: see above/,
  );
  await clone.behave(installs);
  expect((await clone.setUp().ended).code).toBe(0);
});

it('says so when there is no npm', async () => {
  const clone = await aClone('');
  await rm(join(clone.root, 'bin', 'npm'));
  const child = spawn(process.execPath, [join(clone.root, 'scripts/setup.mjs')], {
    env: { PATH: '/nowhere' },
  });
  expect(await text(child.stderr)).toContain('npm could not be run: spawn npm ENOENT\n');
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
    const clone = await aClone(npm);
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

it('takes what an interrupted installation left for nothing', async () => {
  const clone = await aClone(installs);
  await clone.setUp().ended;
  await writeFile(join(clone.root, 'package-lock.json'), '{"changed":true}');
  await clone.behave(hangs);
  const { child, ended } = clone.setUp();
  await clone.isHanging();
  child.kill('SIGTERM');
  await ended;
  expect(existsSync(join(clone.root, 'node_modules/.installed'))).toBe(false);
});

it('lets one of several starts install while the others wait for it', async () => {
  const clone = await aClone(`mkdir alone && sleep 1 && rmdir alone && ${installs}`);
  const starts = [clone.setUp(), clone.setUp(), clone.setUp()];
  for (const { ended } of starts) expect((await ended).code).toBe(0);
  expect(await clone.runs()).toHaveLength(1);
  expect(await clone.leftovers()).toEqual([]);
});

it('waits for an npm whose start was killed, and for nobody who is gone', async () => {
  const clone = await aClone(hangs);
  const { child, ended } = clone.setUp();
  await clone.isHanging();
  const lockFile = join(clone.root, `.installing-${child.pid}`);
  // npm may be running for a moment before its number is there.
  await expect.poll(() => readFile(lockFile, 'utf8'), often).not.toBe('');
  child.kill('SIGKILL');
  await ended;
  const next = clone.setUp();
  const firstWords = await once(next.child.stderr, 'data');
  expect(String(firstWords)).toBe('Another start is preparing this folder: waiting for it\n');
  await clone.behave(installs);
  for (const pid of await clone.running()) process.kill(Number(pid), 'SIGKILL');
  expect((await next.ended).code).toBe(0);
  expect(await clone.leftovers()).toEqual([]);
});
