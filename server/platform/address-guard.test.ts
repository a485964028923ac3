import { describe, expect, it } from '@jest/globals';
import { refused } from '#test/support/refused';
import { createAddressGuard } from './address-guard.ts';

const refusedAddresses = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::FFFF:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::8.8.8.8',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '2130706433',
  '',
];
const permitted = [
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2606:4700:4700::1111',
  '2a02:6b8::1',
];

describe('the address guard', () => {
  const guard = createAddressGuard([]);

  it.each(refusedAddresses)('refuses %s', (address) => {
    expect(guard.permits(address, 'https:')).toBe(false);
  });

  it.each(permitted)('permits %s by https, and by https only', (address) => {
    expect(guard.permits(address, 'https:')).toBe(true);
    expect(guard.permits(address, 'http:')).toBe(false);
  });

  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://017700000001/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
  ])('sees the address that %s hides', (url, address) => {
    expect(new URL(url).hostname).toBe(address);
    expect(guard.permits(new URL(url).hostname, 'https:')).toBe(false);
  });

  it('permits the allowed networks, however their addresses are written, by both protocols', () => {
    const local = createAddressGuard(['127.0.0.0/8', '::1', 'fd00::/8']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '64:ff9b::127.0.0.1', '::1', 'fd00::5']) {
      expect(local.permits(address, 'http:')).toBe(true);
      expect(local.permits(address, 'https:')).toBe(true);
    }
    expect(local.permits('10.0.0.1', 'https:')).toBe(false);
    expect(local.permits('fe80::1', 'https:')).toBe(false);
  });

  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'fd00::/129', '10.0.0.0/-1'])(
    'refuses %s as a network',
    (network) => {
      expect(() => createAddressGuard([network])).toThrow(refused('network_malformed', { network }));
    },
  );
});
