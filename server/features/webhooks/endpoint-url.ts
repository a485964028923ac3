import { isIP } from 'node:net';
import { OperatorRefusal } from '#platform/refusals';
import type { AddressGuard } from './address-guard.ts';
import type { ResolveHost } from './resolve-host.ts';

export type UrlNeeds = { readonly guard: AddressGuard; readonly resolve: ResolveHost };

const longestUrl = 2_048;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const isPlainPermitted = async ({ guard, resolve }: UrlNeeds, host: string): Promise<boolean> => {
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  return addresses.length > 0 && addresses.every((address) => guard.permits(address, 'http:'));
};

/**
 * Refuses, while an operator is there to read it, what every delivery would be refused for. It does not replace the
 * check at connection time: where a name leads can change at any moment.
 */
export const checkEndpointUrl = async (needs: UrlNeeds, text: string): Promise<string> => {
  if (!URL.canParse(text)) throw new OperatorRefusal('url_malformed', { url: text });
  const url = new URL(text);
  if (url.href.length > longestUrl) throw new OperatorRefusal('url_too_long', { limit: longestUrl });
  if (url.username !== '' || url.password !== '') throw new OperatorRefusal('url_with_credentials', {});
  const host = hostOf(url);
  if (url.protocol === 'http:') {
    if (await isPlainPermitted(needs, host)) return url.href;
    throw new OperatorRefusal('url_plain_outside_networks', { url: text });
  }
  if (url.protocol !== 'https:') throw new OperatorRefusal('url_not_https', { url: text });
  if (isIP(host) !== 0 && !needs.guard.permits(host, 'https:')) {
    throw new OperatorRefusal('url_not_public', { url: text });
  }
  return url.href;
};
