import { isIP } from 'node:net';
import { OperatorError } from '#platform/errors';
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
  if (!URL.canParse(text)) throw new OperatorError(`"${text}" is not a URL.`);
  const url = new URL(text);
  if (url.href.length > longestUrl) throw new OperatorError(`A webhook URL has at most ${longestUrl} characters.`);
  if (url.username !== '' || url.password !== '') throw new OperatorError('A webhook URL carries no credentials.');
  const host = hostOf(url);
  if (url.protocol === 'http:') {
    if (await isPlainPermitted(needs, host)) return url.href;
    throw new OperatorError(`${text}: webhooks go to https, except within WEBHOOK_ALLOWED_NETWORKS.`);
  }
  if (url.protocol !== 'https:') throw new OperatorError(`${text}: webhooks go to https URLs.`);
  if (isIP(host) !== 0 && !needs.guard.permits(host, 'https:')) {
    throw new OperatorError(`${text}: the address is not public, nor within WEBHOOK_ALLOWED_NETWORKS.`);
  }
  return url.href;
};
