/**
 * Everywhere but in Node: the global one. The package's build for Node has web-crypto-node.ts in this
 * module's place.
 */
export const subtle: typeof crypto.subtle | undefined = globalThis.crypto?.subtle;
