import { isIP } from 'node:net';
import { invalidField } from '#platform/errors';
import { OperatorRefusal, type RefusalCode } from '#platform/refusals';
import { createAddressGuard, type AddressGuard } from '#platform/address-guard';
import { createHostResolver, type ResolveHost } from '#platform/resolve-host';

export type UrlNeeds = { readonly guard: AddressGuard; readonly resolve: ResolveHost };

const longestUrl = 2_048;

const wellKnownPorts = 1_024;
const webPorts: readonly number[] = [80, 443];

/** Of the ports that services of the system have, those of the web; others speak another language than deliveries. */
const isPortOpen = ({ port }: URL): boolean =>
  port === '' || webPorts.includes(Number(port)) || Number(port) >= wellKnownPorts;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const isPlainPermitted = async ({ guard, resolve }: UrlNeeds, host: string): Promise<boolean> => {
  if (!guard.hasAllowedNetworks) return false;
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  return addresses.length > 0 && addresses.every((address) => guard.permits(address, 'http:'));
};

/** What a merchant is told that the URL must be. */
const expected = {
  url_malformed: 'an absolute URL with a host and, where it names one, a port from 1 to 65535',
  url_too_long: 'an absolute URL of at most 2,048 characters',
  url_with_credentials: 'an address without a user name or password',
  url_port_closed: 'at port 443, 80, or one from 1024 on',
  url_not_https: 'an https address',
  url_plain_outside_networks: 'an https address',
  url_not_public: 'a public address, of no internal or reserved network',
} as const satisfies Partial<Record<RefusalCode, string>>;

type UrlFault = OperatorRefusal<keyof typeof expected>;

/** Null where deliveries may go there, as far as that can be told beforehand. */
const faultOf = async (needs: UrlNeeds, text: string): Promise<UrlFault | null> => {
  if (!URL.canParse(text)) return new OperatorRefusal('url_malformed', { url: text });
  const url = new URL(text);
  if (url.href.length > longestUrl) return new OperatorRefusal('url_too_long', { limit: longestUrl });
  if (url.username !== '' || url.password !== '') return new OperatorRefusal('url_with_credentials', {});
  if (!isPortOpen(url))
    return new OperatorRefusal('url_port_closed', { port: Number(url.port), lowest: wellKnownPorts });
  const host = hostOf(url);
  if (url.protocol === 'http:') {
    return (await isPlainPermitted(needs, host))
      ? null
      : new OperatorRefusal('url_plain_outside_networks', { url: text });
  }
  if (url.protocol !== 'https:') return new OperatorRefusal('url_not_https', { url: text });
  const isClosed = isIP(host) !== 0 && !needs.guard.permits(host, 'https:');
  return isClosed ? new OperatorRefusal('url_not_public', { url: text }) : null;
};

/**
 * Refuses, while an operator is there to read it, what every delivery would be refused for. It does not replace the
 * check at connection time: where a name leads can change at any moment.
 */
export const checkEndpointUrl = async (needs: UrlNeeds, text: string): Promise<string> => {
  const fault = await faultOf(needs, text);
  if (fault !== null) throw fault;
  return new URL(text).href;
};

/**
 * The same for the URL that a merchant gives an operation of its own, in the form in which it is kept. Names are asked for only
 * where a network is allowed that may be reached by http.
 * @throws RequestError invalid_request
 */
export const checkOwnUrl = async (needs: UrlNeeds, text: string): Promise<string> => {
  const fault = await faultOf(needs, text);
  if (fault !== null) throw invalidField('webhook_url', 'format', { expected: expected[fault.code] });
  return new URL(text).href;
};

/** What tells where deliveries may go, of the networks that an installation allows beside the public ones. */
export const urlNeedsOf = (allowedNetworks: readonly string[]): UrlNeeds => {
  const guard = createAddressGuard(allowedNetworks);
  return { guard, resolve: createHostResolver(guard.hasAllowedNetworks) };
};
