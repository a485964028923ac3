import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const client = z.object({ clientId: z.string(), clientSecret: z.string() });

export type DemoClient = Readonly<z.infer<typeof client>>;

const demo = z.looseObject({
  baseUrl: z.string().optional(),
  docsUrl: z.string().optional(),
  consoleUrl: z.string().optional(),
  mockUrl: z.string().optional(),
  webhookInboxUrl: z.string().optional(),
  shops: z.array(
    z.looseObject({
      name: z.string(),
      apiKey: z.string(),
      // A demo of the version before has none.
      h2h: client.optional(),
      webhookSecret: z.string(),
    }),
  ),
});

/** What a newcomer needs to talk to the demo. A URL is absent until the part it leads to exists. */
export type Demo = Readonly<z.infer<typeof demo>>;

/** What an earlier seed left, or null when there is none that can be used. */
export const readDemoFile = (file: string): Demo | null => {
  if (!existsSync(file)) return null;
  try {
    return demo.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Cut off or edited by hand: the seed issues new secrets, as if the file were lost.
    return null;
  }
};

/** Readable by its owner only, and never half-written. */
export const writeDemoFile = (file: string, content: Demo): void => {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
};
