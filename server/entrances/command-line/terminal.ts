import { createInterface } from 'node:readline/promises';
import { OperatorRefusal } from '#platform/refusals';

/** Where a command's words go. Answers go to `print`, everything else to `tell`, so that answers can be piped. */
export type Terminal = {
  readonly print: (text: string) => void;
  readonly tell: (text: string) => void;
  readonly hasColour: boolean;
  /** Null: no operator is there to be asked. */
  readonly ask: ((question: string) => Promise<string>) | null;
};

/** Ctrl-C at a question: an answer of its own, and no failure. */
export class Interrupted extends Error {}

type Streams = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };

export const askOnce = async (question: string, streams: Streams): Promise<string> => {
  const lines = createInterface({ ...streams, terminal: true });
  const interrupted = new Promise<never>((_resolve, reject) => {
    // Ctrl-C, and Ctrl-D on an empty line.
    lines.once('close', () => reject(new Interrupted()));
    lines.once('SIGINT', () => {
      streams.output.write('\n');
      lines.close();
    });
  });
  try {
    return await Promise.race([lines.question(question), interrupted]);
  } finally {
    lines.close();
  }
};

/** The process's own terminal. NO_COLOR, whatever its value, means none (no-color.org). */
export const createTerminal = (environment: NodeJS.ProcessEnv): Terminal => ({
  print: (text) => void process.stdout.write(`${text}\n`),
  tell: (text) => void process.stderr.write(`${text}\n`),
  hasColour: process.stdout.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb',
  ask: process.stdin.isTTY ? (question) => askOnce(question, { input: process.stdin, output: process.stderr }) : null,
});

/** Asks before money moves or a secret comes to be or ends. */
export const confirm = async ({ ask }: Terminal, question: string, isAgreed: boolean): Promise<void> => {
  if (isAgreed) return;
  if (ask === null) throw new OperatorRefusal('agreement_needed', { question });
  const answer = (await ask(`${question} [y/N] `)).trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new OperatorRefusal('not_agreed', {});
};

const colours = { red: 31, green: 32, yellow: 33, dim: 2 } as const;

/** An answer for programs. */
export const printJson = ({ print }: Terminal, value: unknown): void => print(JSON.stringify(value, null, 2));

export const paint = ({ hasColour }: Terminal, colour: keyof typeof colours, text: string): string =>
  hasColour ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
