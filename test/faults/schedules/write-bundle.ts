import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Writes the server of schedules into the file that is named. Receipts of trials are not read by the real inspector: its
 * process takes longer to start than most schedules leave an instance.
 */
const [, , outfile = ''] = process.argv;
await build({
  entryPoints: ['test/faults/schedules/instance.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
  outfile,
  plugins: [
    {
      name: 'quick inspector',
      setup: ({ onResolve }) => {
        const path = fileURLToPath(new URL('../quick-inspector.ts', import.meta.url));
        onResolve({ filter: /\/pdf-inspector\.ts$/ }, () => ({ path }));
      },
    },
  ],
});
