import { isIP } from 'node:net';

type Range = { readonly first: bigint; readonly last: bigint };

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** IPv4 among IPv6, where `::ffff:0:0/96` is its place. */
const ipv4At = 0xffffn << 32n;

const numberOf = (address: string): bigint => {
  if (isIP(address) === 4) return address.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) + ipv4At;
  // WHATWG URLs write IPv6 in its one canonical form, without dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
};

const rangeOf = (network: string): Range => {
  const [address = '', prefix] = network.split('/');
  const size = isIP(address) === 4 ? 32 : 128;
  const free = BigInt(size - Number(prefix ?? size));
  const first = (numberOf(address) >> free) << free;
  return { first, last: first + (1n << free) - 1n };
};

/** How many addresses of `whole` are in one of the networks. */
const countIn = (whole: Range, networks: readonly string[]): bigint => {
  const ranges = networks.map(rangeOf).sort((one, other) => (one.first < other.first ? -1 : 1));
  let counted = 0n;
  let next = whole.first;
  for (const { first, last } of ranges) {
    const from = first > next ? first : next;
    const to = last < whole.last ? last : whole.last;
    if (to < from) continue;
    counted += to - from + 1n;
    next = to + 1n;
  }
  return counted;
};

/** IPv4, and the part of IPv6 that is public. */
const internets = ['0.0.0.0/0', '2000::/3'].map(rangeOf);

/** Whether the networks together hold half of all addresses, or more: however they are cut, that is no network of one's own. */
export const holdHalfTheInternet = (networks: readonly string[]): boolean =>
  internets.some((internet) => countIn(internet, networks) * 2n >= internet.last - internet.first + 1n);
