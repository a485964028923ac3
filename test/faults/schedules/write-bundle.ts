import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling } from '#server/build/write-build';

/**
 * Writes the server of schedules into the file that is named. Receipts of trials are not read by the real inspector: its
 * process takes longer to start than most schedules leave an instance.
 */
const [, , outfile = ''] = process.argv;
await build({
  ...bundling,
  entryPoints: ['test/faults/schedules/instance.ts'],
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
