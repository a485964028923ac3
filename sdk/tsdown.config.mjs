import { defineConfig } from 'tsdown';

/** One file per module system with everything in it: the package has no runtime dependency. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: true,
  // Declarations come from the written types alone, which is what keeps the generated ones out of them.
  dts: { oxc: true },
  noExternal: ['openapi-fetch'],
});
