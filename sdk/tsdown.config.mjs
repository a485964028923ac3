import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

const shared = {
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: true,
  // The package has no runtime dependency.
  noExternal: ['openapi-fetch'],
};

const nodeWebCrypto = fileURLToPath(new URL('src/web-crypto-node.ts', import.meta.url));

/**
 * One file per module system with everything in it, and the same for Node, which may lack the global
 * WebCrypto.
 */
export default defineConfig([
  // Declarations come from the written types alone, which is what keeps the generated ones out of them.
  { ...shared, entry: { index: 'src/index.ts' }, dts: { oxc: true } },
  {
    ...shared,
    entry: { node: 'src/index.ts' },
    dts: false,
    clean: false,
    alias: { './web-crypto.ts': nodeWebCrypto },
    external: ['node:crypto'],
  },
]);
