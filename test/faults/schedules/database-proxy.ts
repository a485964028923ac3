import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createMessageReader, statementIn, type Message } from './wire-messages.ts';

type Cut = { readonly step: string; readonly moment: 'before' | 'after'; left: number };

/** What ends a request of the client: until then Postgres has nothing to commit. */
const endsRequest = (type: string): boolean => !['P', 'B', 'D', 'E', 'C'].includes(type);

/**
 * Stands between one instance and its database. It cuts a connection exactly where the instance cannot know whether its
 * statement was committed: the bytes never arrive, or they did and the answer never comes back.
 */
export const startDatabaseProxy = async (databaseUrl: string, onCut: (what: string) => void) => {
  const target = new URL(databaseUrl);
  const connections = new Set<() => void>();
  const cuts: Cut[] = [];
  let port = Number(target.port);
  let delayMs = 0;

  const cutFor = (request: readonly Message[]): Cut | undefined => {
    const step = statementIn(request);
    const cut =
      step === '' ? undefined : cuts.find((armed) => step.replace(/_of_shops$/, '') === armed.step && armed.left > 0);
    if (cut === undefined) return undefined;
    cut.left -= 1;
    onCut(`cut ${cut.moment} ${step}`);
    return cut;
  };
  const join = (client: Socket): void => {
    const upstream = connect(port, target.hostname);
    const destroy = (): void => {
      connections.delete(destroy);
      client.destroy();
      upstream.destroy();
    };
    connections.add(destroy);
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', destroy).on('close', destroy);
    const readRequest = createMessageReader(true);
    const readAnswer = createMessageReader(false);
    const request: Message[] = [];
    let isMuted = false;

    const forward = (messages: readonly Message[]): void => {
      const cut = cutFor(messages);
      if (cut?.moment === 'before') return destroy();
      isMuted ||= cut !== undefined;
      const bytes = Buffer.concat(messages.map((message) => message.bytes));
      if (delayMs === 0) upstream.write(bytes);
      else setTimeout(() => upstream.write(bytes), delayMs);
    };
    client.on('data', (chunk: Buffer) => {
      for (const message of readRequest(chunk)) {
        request.push(message);
        if (endsRequest(message.type)) forward(request.splice(0));
      }
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!isMuted) return void client.write(chunk);
      // Ready for the next one: whatever it was, it is done for good.
      if (readAnswer(chunk).some(({ type }) => type === 'Z')) destroy();
    });
  };
  const server = createServer(join);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: (step: string, moment: 'before' | 'after', times: number): void =>
      void cuts.push({ step, moment, left: times }),
    sever: (): void => [...connections].forEach((destroy) => destroy()),
    delay: (milliseconds: number): void => {
      delayMs = milliseconds;
    },
    /** New connections go by another way. */
    lead: (otherPort: number): void => {
      port = otherPort;
    },
    /** No fault of its own any more. */
    calm: (): void => {
      cuts.length = 0;
      delayMs = 0;
    },
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const destroy of [...connections]) destroy();
      }),
  };
};

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;
