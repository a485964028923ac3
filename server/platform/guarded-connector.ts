import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard, WebProtocol } from './address-guard.ts';
import type { ResolveHost } from './resolve-host.ts';

export class RefusedAddressError extends Error {
  constructor() {
    super('It resolves to no address that may be connected to.');
    this.name = 'RefusedAddressError';
  }
}

/** Answers a socket's look-up with permitted addresses only, so what was checked is what is connected to. */
const guardLookup =
  (guard: AddressGuard, resolve: ResolveHost, protocol: WebProtocol): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async (): Promise<void> => {
      const addresses = await resolve(hostname);
      const permitted = addresses.filter((address) => guard.permits(address, protocol));
      const [first] = permitted;
      if (first === undefined) throw new RefusedAddressError();
      if (options.all === true)
        callback(
          null,
          permitted.map((address) => ({ address, family: isIP(address) })),
        );
      else callback(null, first, isIP(first));
    };
    answer().catch((error: Error) => callback(error, []));
  };

/** What a connection proves itself by, where its peer asks for it: a certificate and its key, as PEM. */
export type ClientCertificate = { readonly cert: string; readonly key: string };

/** `ca` has certificates of authorities in place of those that everybody knows. */
export type ConnectionTls = Partial<ClientCertificate> & { readonly ca?: string };

/** Connects to addresses that others have named. Sockets never look up an IP literal, so literals are judged here, before connecting. */
export const createGuardedConnector = (
  guard: AddressGuard,
  resolve: ResolveHost,
  timeoutMs: number,
  tls: ConnectionTls = {},
): buildConnector.connector => {
  const connectorOf = (protocol: WebProtocol): buildConnector.connector =>
    buildConnector({
      timeout: timeoutMs,
      lookup: guardLookup(guard, resolve, protocol),
      autoSelectFamily: true,
      ...tls,
    });
  const plain = connectorOf('http:');
  const secure = connectorOf('https:');
  return (options, callback) => {
    const protocol = options.protocol === 'https:' ? 'https:' : 'http:';
    if (isIP(options.hostname) !== 0 && !guard.permits(options.hostname, protocol)) {
      process.nextTick(() => callback(new RefusedAddressError(), null));
      return;
    }
    (protocol === 'https:' ? secure : plain)(options, callback);
  };
};
