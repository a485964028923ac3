import { webcrypto } from 'node:crypto';

/** Node 18 has WebCrypto, but not as a global. */
export const subtle: typeof crypto.subtle | undefined = webcrypto.subtle;
