import { expect, it } from '@jest/globals';
import { hostAndPort } from './host-and-port.ts';

it.each([
  ['::1', '[::1]:8080'],
  ['::', '[::]:8080'],
  ['127.0.0.1', '127.0.0.1:8080'],
  ['gateway.internal', 'gateway.internal:8080'],
])('%s with its port is %s, which an address can hold', (host, written) => {
  expect(hostAndPort(host, 8080)).toBe(written);
  expect(new URL(`http://${written}`).port).toBe('8080');
});
