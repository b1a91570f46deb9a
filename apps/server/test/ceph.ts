import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { freePort } from './free-port.ts';
import { type Store, storeAt } from './s3-store.ts';

/** Whether Debian's Ceph is installed: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd */
export const hasCeph = ['radosgw', 'ceph-mon', 'ceph-osd'].every((name) => existsSync(`/usr/bin/${name}`));

const run = promisify(execFile);

/** Ceph's S3 gateway with a cluster of one monitor and one in-memory disk. */
export async function startCeph(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'skep-ceph-'));
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children.toReversed()) await kill(child);
    await rm(folder, { recursive: true, force: true });
  };
  afterAll(end);
  // `afterAll` hooks do not run if the file itself fails.
  return bringUp(folder, children).catch(async (error) => {
    await end();
    throw error;
  });
}

async function bringUp(folder: string, children: ChildProcess[]): Promise<Store> {
  const [port, monitorPort] = [await freePort(), await freePort()];
  const [cluster, disk] = [randomUUID(), randomUUID()];
  const file = join(folder, 'ceph.conf');
  await writeFile(file, configuration(folder, cluster, port, monitorPort));
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
  const call = (program: string, args: string) => run(program, [...args.split(' '), '-c', file]);
  const start = (program: string, args: string) =>
    children.push(spawn(program, [...args.split(' '), '-f', '-c', file], { stdio: 'ignore' }));

  const map = join(folder, 'monmap');
  await call('monmaptool', `--create --fsid ${cluster} --addv a [v2:127.0.0.1:${monitorPort}] ${map}`);
  await call('ceph-mon', `-i a --mkfs --monmap ${map}`);
  start('ceph-mon', '-i a');
  await call('ceph-osd', `-i 0 --mkfs --osd-uuid ${disk} --no-mon-config`);
  await call('ceph', `osd new ${disk}`);
  start('ceph-osd', '-i 0');
  start('radosgw', '-n client.rgw');
  const endpoint = `http://127.0.0.1:${port}`;
  await untilAnswering(endpoint, children);

  const [id, secret] = ['BEES', 'honey-honey-honey'];
  const user = `user create --uid bees --display-name Bees --access-key ${id} --secret-key ${secret}`;
  await call('radosgw-admin', `-n client.rgw ${user}`);
  const store = storeAt({ endpoint, region: 'default', accessKeyId: id, secretAccessKey: secret });
  const made = await fetch(await store.client.presign('PUT', '', { expiresSeconds: 60 }), { method: 'PUT' });
  if (!made.ok) throw new Error(`The bucket was not made: ${await made.text()}`);
  return store;
}

/** Waits until the gateway has created its pools. Fails if a process exits. */
async function untilAnswering(endpoint: string, children: ChildProcess[]): Promise<void> {
  for (;;) {
    const ended = children.find(({ exitCode }) => exitCode !== null);
    if (ended) throw new Error(`${ended.spawnargs.join(' ')} ended with ${ended.exitCode}`);
    const answer = await fetch(endpoint).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Loopback only, no authentication between daemons, one replica, short timeouts. */
const configuration = (folder: string, cluster: string, port: number, monitorPort: number) => `
[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
paxos propose interval = 0.02
paxos min wait = 0.01
admin socket =
pid file =
log file = ${folder}/$name.log
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
osd objectstore = memstore
[client.rgw]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
`;
