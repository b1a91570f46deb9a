/** One file in an archive; none is larger than memory has room for. */
export interface Member {
  name: string;
  bytes: Buffer;
}

const block = 512;
/** Two blocks of zeros end an archive. */
export const endOfTar = Buffer.alloc(2 * block);

/** The bytes of a member in an archive of the format that every `tar` reads (POSIX ustar). */
export function* tarMember({ name, bytes }: Member, writtenAt: Date): Generator<Buffer> {
  yield headerOf(name, bytes.length, writtenAt);
  yield bytes;
  const rest = bytes.length % block;
  if (rest > 0) yield Buffer.alloc(block - rest);
}

/** Where a field begins in the header, and how long it is. */
type Place = readonly [number, number];

/** Numbers are octal digits, and a zero byte or a space ends each field. */
const field = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  kind: [156, 1],
  magic: [257, 8],
} as const satisfies Record<string, Place>;

function headerOf(name: string, size: number, writtenAt: Date): Buffer {
  const header = Buffer.alloc(block);
  const write = ([at, length]: Place, text: string) => header.write(text, at, length, 'latin1');
  const writeNumber = (place: Place, value: number) =>
    write(place, value.toString(8).padStart(place[1] - 1, '0'));
  write(field.name, name);
  writeNumber(field.mode, 0o600);
  writeNumber(field.owner, 0);
  writeNumber(field.group, 0);
  writeNumber(field.size, size);
  writeNumber(field.time, Math.floor(writtenAt.getTime() / 1000));
  write(field.kind, '0');
  write(field.magic, 'ustar\x0000');
  write(field.checksum, `${checksumOf(header).toString(8).padStart(6, '0')}\0 `);
  return header;
}

/** The sum of all bytes, with spaces in place of the sum itself. */
function checksumOf(header: Buffer): number {
  const [at, length] = field.checksum;
  let sum = length * 0x20;
  for (const [index, byte] of header.entries()) if (index < at || index >= at + length) sum += byte;
  return sum;
}

/**
 * Reads the members of an archive one after the other. Throws when it is cut off, or is none, or when a member is larger than
 * one of its name can be: what a header says must not use up the memory.
 */
export async function* readTar(
  chunks: AsyncIterable<Buffer>,
  largest: (name: string) => number,
): AsyncGenerator<Member> {
  const source = chunks[Symbol.asyncIterator]();
  const take = takeFrom(source);
  try {
    for (;;) {
      const header = await take(block);
      if (header.every((byte) => byte === 0)) break;
      const { name, size } = readHeader(header);
      if (size > largest(name)) throw new Error('a part of it is too large');
      const bytes = await take(size);
      await take((block - (size % block)) % block);
      yield { name, bytes };
    }
    // What compressed the archive tells at its very end whether all of it came.
    while (!(await source.next()).done);
  } finally {
    await source.return?.();
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const read = ([at, length]: Place) => header.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '');
  const size = Number.parseInt(read(field.size), 8);
  const isHeader = Number.parseInt(read(field.checksum), 8) === checksumOf(header);
  if (!isHeader || !(size >= 0)) throw new Error('it is no archive');
  return { name: read(field.name), size };
}

/** Hands out exactly as many bytes as are asked for. */
function takeFrom(source: AsyncIterator<Buffer>): (count: number) => Promise<Buffer> {
  let left: Buffer = Buffer.alloc(0);
  return async (count) => {
    // Memory that nothing is written to is not used: it does not matter when less comes than was asked for.
    const taken = Buffer.allocUnsafe(count);
    for (let length = 0; ; ) {
      const copied = left.copy(taken, length);
      left = left.subarray(copied);
      length += copied;
      if (length === count) return taken;
      const { value, done } = await source.next();
      if (done) throw new Error('it is cut off');
      left = value;
    }
  };
}
