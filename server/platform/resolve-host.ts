import { promises as dns } from 'node:dns';

export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

const systemLookup = async (hostname: string): Promise<string[]> =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Resolves names by asking DNS directly. The system's own lookup holds one of the process's few threads until it
 * ends, so four receivers with a hanging name server would stop everybody's deliveries; it serves only names without
 * a dot (`localhost`, a container) and, where private networks are allowed, names that DNS does not know.
 */
export const createHostResolver = (usesSystemNames: boolean): ResolveHost => {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    if (!hostname.includes('.')) return systemLookup(hostname);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    if (usesSystemNames) return systemLookup(hostname);
    throw Object.assign(new Error('The name does not resolve.'), { code: 'ENOTFOUND' });
  };
};
