import { isIPv6 } from 'node:net';

/** As addresses have it: an IPv6 host stands in brackets, or its last group would be taken for the port. */
export const hostAndPort = (host: string, port: number): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;
