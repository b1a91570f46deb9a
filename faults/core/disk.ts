import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own (ext4 on a file), which can be filled up, and from which the power can be cut. */
export interface Disk {
  path: string;
  /** Takes all the space that is left; `free` gives it back. */
  fill(): void;
  free(): void;
  /**
   * Stops the file system at once: what has not been written to the device is gone, the journal included. That is what the
   * kernel's own tests of crash consistency do (EXT4_IOC_SHUTDOWN). What the device holds in a cache of its own, it keeps.
   */
  cutPower(): void;
  /** Mounts it again after a cut; the file system replays its journal, as after a real one. */
  restore(): void;
  remove(): void;
}

/** Why there can be no such disk on this machine; null when there can. */
export function whyNoDisk(): string | null {
  if (process.getuid?.() !== 0) return 'needs root, to mount a file system';
  for (const program of ['mkfs.ext4', 'mount', 'umount', 'perl'])
    if (spawnSync('which', [program]).status !== 0) return `needs ${program}`;
  return null;
}

/** The request code of EXT4_IOC_SHUTDOWN, and its flag "without writing the log". */
const shutDown = `open(my $f, '<', $ARGV[0]) or die $!; my $v = pack('L', 2); ioctl($f, 0x8004587d, $v) or die $!;`;

export function makeDisk(run: string, megabytes: number): Disk {
  const name = randomBytes(4).toString('hex');
  const image = join(run, `${name}.img`);
  const path = join(run, `${name}.disk`);
  execFileSync('truncate', ['-s', `${megabytes}M`, image]);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  mkdirSync(path);
  const mount = () => void execFileSync('mount', ['-o', 'loop', image, path]);
  mount();
  chmodSync(path, 0o711);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path);
      // Writing on after that takes the last blocks, which fallocate leaves for its own bookkeeping.
      spawnSync('fallocate', ['-l', String(bavail * bsize), ballast]);
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}2`, 'bs=64k'], { stdio: 'ignore' });
    },
    free() {
      for (const file of [ballast, `${ballast}2`]) rmSync(file, { force: true });
    },
    cutPower: () => void execFileSync('perl', ['-e', shutDown, path]),
    restore() {
      execFileSync('umount', [path]);
      mount();
    },
    remove() {
      spawnSync('umount', [path]);
      for (const each of [path, image]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** Unmounts whatever is mounted below a folder. */
export function unmountBelow(folder: string): void {
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const [, path = ''] = line.split(' ');
    if (path.startsWith(`${folder}/`)) spawnSync('umount', ['-l', path]);
  }
}
