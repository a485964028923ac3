import { ConfigurationError } from './errors.ts';

type Subtle = typeof crypto.subtle;

// Node 18 has WebCrypto, but not as a global. No bundler may follow this import: elsewhere the module does not exist.
const nodeModule: string = 'node:crypto';

export const findSubtle = async (): Promise<Subtle> => {
  const found = globalThis.crypto?.subtle;
  if (found !== undefined) return found;
  try {
    const node = (await import(/* webpackIgnore: true */ /* @vite-ignore */ nodeModule)) as {
      webcrypto: typeof crypto;
    };
    return node.webcrypto.subtle;
  } catch (cause) {
    throw new ConfigurationError('This runtime has no WebCrypto, which verifying a webhook needs.', { cause });
  }
};
