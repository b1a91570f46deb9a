import { isIP } from 'node:net';

/** The prefix `::ffff:0:0/96` of IPv4-mapped IPv6 addresses, as bits. */
const mapped = '0'.repeat(80) + '1'.repeat(16);

/**
 * An address or CIDR block as text: `4` or `6`, and then its leading bits as digits. So a block is a prefix of every address
 * in it. Bits beyond a block's prefix length are ignored. Null when it is neither an address nor a block.
 */
export function readIpBlock(text: string): string | null {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  // An address with a zone means something on one machine only.
  if (version === 0 || address.includes('%') || rest.length > 0) return null;
  const bits = version === 4 ? ipv4Bits(address) : ipv6Bits(address);
  if (length !== undefined && (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits.length))
    return null;
  const prefix = bits.slice(0, length === undefined ? bits.length : Number(length));
  if (version === 4) return `4${prefix}`;
  return prefix.startsWith(mapped) ? `4${prefix.slice(mapped.length)}` : `6${prefix}`;
}

const toBits = (number: number, width: number) => number.toString(2).padStart(width, '0');

const bitsOfByte = Array.from({ length: 256 }, (_, byte) => toBits(byte, 8));

function ipv4Bits(address: string): string {
  let bits = '';
  for (const byte of address.split('.')) bits += bitsOfByte[Number(byte)];
  return bits;
}

function ipv6Bits(address: string): string {
  const [head = '', tail = ''] = address.split('::').map(groupBits);
  return head + '0'.repeat(128 - head.length - tail.length) + tail;
}

function groupBits(groups: string): string {
  if (groups === '') return '';
  const bits = groups
    .split(':')
    .map((group) => (group.includes('.') ? ipv4Bits(group) : toBits(Number.parseInt(group, 16), 16)));
  return bits.join('');
}
