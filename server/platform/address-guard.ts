import { BlockList, isIP } from 'node:net';
import { OperatorRefusal } from './refusals.ts';

export type WebProtocol = 'http:' | 'https:';

/** Decides which addresses may be connected to. It judges addresses, never names: a name can be rebound. */
export type AddressGuard = {
  /** Public addresses by https; addresses of the allowed networks by either protocol. */
  readonly permits: (address: string, protocol: WebProtocol) => boolean;
  readonly hasAllowedNetworks: boolean;
};

const blockListOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix, ...rest] = network.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? (family === 6 ? 128 : 32) : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (family === 0 || rest.length > 0 || bits < 0 || bits > (family === 6 ? 128 : 32)) {
      throw new OperatorRefusal('network_malformed', { network });
    }
    list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

/** IPv4 that is not the public internet: the IANA special-purpose registry, multicast and the reserved rest. */
const reservedIpv4 = blockListOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

// For IPv6 the public part is the small list: everything outside 2000::/3 is refused without being named.
const globalIpv6 = blockListOf(['2000::/3']);
const reservedIpv6 = blockListOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

const mappedPrefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** The IPv4 address inside an IPv4-mapped or NAT64 one, else the address itself, without its zone. */
const unwrap = (address: string): string => {
  const bare = address.split('%')[0] ?? '';
  if (isIP(bare) !== 6) return bare;
  // WHATWG URLs write IPv6 in its one canonical form, so `::ffff:127.0.0.1` and `::FFFF:7f00:1` become the same.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  if (!mappedPrefixes.includes(groups.slice(0, 6).join(':'))) return canonical;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !reservedIpv4.check(address, 'ipv4')
    : globalIpv6.check(address, 'ipv6') && !reservedIpv6.check(address, 'ipv6');

export const createAddressGuard = (allowedNetworks: readonly string[]): AddressGuard => {
  const allowed = blockListOf(allowedNetworks);
  return {
    hasAllowedNetworks: allowedNetworks.length > 0,
    permits: (address, protocol) => {
      const actual = unwrap(address);
      const family = isIP(actual);
      if (family === 0) return false;
      if (allowed.check(actual, family === 6 ? 'ipv6' : 'ipv4')) return true;
      return protocol === 'https:' && isPublic(actual);
    },
  };
};
