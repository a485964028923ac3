import { defineConfig } from 'tsdown';

/** One file per module system with everything in it: the package has no runtime dependency. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: true,
  dts: { oxc: true },
  noExternal: [/.*/],
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
});
