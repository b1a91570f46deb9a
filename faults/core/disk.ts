import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** An ext4 file system on a loop device that can be seed up or lose power. */
export interface Disk {
  path: string;
  /** Uses up all free space until `free` is called. */
  fill(): void;
  free(): void;
  /**
   * Shuts the file system down without flushing (EXT4_IOC_SHUTDOWN), as the kernel's crash-consistency tests do. Data that was
   * not synced is lost, including the journal. The device's own write cache survives.
   */
  cutPower(): void;
  /** Remounts after a power cut; ext4 replays its journal. */
  restore(): void;
  remove(): void;
}

/** The reason why this machine cannot create such a disk, or null. */
export function whyNoDisk(): string | null {
  if (process.getuid?.() !== 0) return 'requires root to mount a file system';
  for (const program of ['mkfs.ext4', 'mount', 'umount', 'perl'])
    if (spawnSync('which', [program]).status !== 0) return `requires ${program}`;
  return null;
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. */
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
      // fallocate leaves a few blocks free; dd takes those.
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

export function unmountBelow(folder: string): void {
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const [, path = ''] = line.split(' ');
    if (path.startsWith(`${folder}/`)) spawnSync('umount', ['-l', path]);
  }
}
