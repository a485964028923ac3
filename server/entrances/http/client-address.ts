import { isIP } from 'node:net';
import type { Request } from 'express';

/** An IPv4 client of a socket that speaks both is still an IPv4 client. */
const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * Who sent a request: the last address that no trusted proxy has, or the peer itself where a proxy passes on what is no
 * address. Undefined once the connection is gone, so it is asked for at the beginning.
 */
export const clientAddressOf = ({ ip, socket }: Request): string | undefined =>
  (ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress)?.replace(mapped, '');
