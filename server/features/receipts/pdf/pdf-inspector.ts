import { RequestError } from '#platform/errors';
import { createFairSemaphore, type Claimant } from '#platform/fair-semaphore';
import type { Log } from '#platform/logs';
import type { Expected, Inspection } from './inspection.ts';
import { createInspectorPool } from './inspector-pool.ts';
import { beginsLikePdf } from './pdf-header.ts';
import { tooMuchMemory } from './inspector-messages.ts';
import { inspectOther, unreadable } from './unreadable.ts';

/** Whose file it is: its shop and its payment take turns with others. */
export type FileOwner = { readonly shopId: string; readonly operationId: string };

export type PdfInspector = {
  /**
   * Never rejects because of what is in the file. Rejects with `temporarily_unavailable` when too many wait already, when
   * no process can be started, and after `close`.
   */
  readonly inspect: (content: Buffer, expected: Expected, owner?: FileOwner) => Promise<Inspection>;
  /** Resolves when the processes are gone. What waits or is under way is rejected. */
  readonly close: () => Promise<void>;
};

export type PdfInspectorOptions = {
  readonly log?: Log;
  /** Inspections at the same time, each in a process of its own. A shop never takes the last one. */
  readonly processes?: number;
  /** How many may wait beside those under way. */
  readonly queueLimit?: number;
  readonly timeoutMs?: number;
  /** What inspecting one file may take of a processor. */
  readonly cpuMs?: number;
  /** What an inspecting process may hold, all told; an idle one has 150 to 200 MB. */
  readonly memoryMb?: number;
};

const unavailable = (): RequestError => new RequestError('temporarily_unavailable');

const toClaimant = ({ shopId, operationId }: FileOwner): Claimant => ({ group: shopId, member: operationId });

/** Inspects uploaded files outside of this process; see docs/decisions/0027-receipts-are-inspected-in-a-worker.md. */
export const createPdfInspector = (options: PdfInspectorOptions = {}): PdfInspector => {
  const { timeoutMs = 20_000, cpuMs = 4_000, memoryMb = 512, processes = 1, queueLimit = 100 } = options;
  const limits = { timeoutMs, cpuMs, memoryMb };
  const turns = createFairSemaphore(
    {
      atATime: processes,
      perGroup: Math.max(1, processes - 1),
      perMember: 1,
      waiting: queueLimit,
      waitingPerGroup: queueLimit,
      waitingPerMember: queueLimit,
    },
    unavailable,
  );
  const pool = createInspectorPool(limits, processes, options.log);
  let isClosed = false;

  const examine = async (content: Buffer, expected: Expected): Promise<Inspection> => {
    if (isClosed) throw unavailable();
    let inspector = await pool.take();
    let answer = await inspector.inspect({ content, expected });
    if ((answer === null || answer === 'died') && !isClosed) {
      // While it was idle, and unnoticed; or killed from outside. Only a file that does it again is to blame.
      inspector = await pool.take();
      answer = await inspector.inspect({ content, expected });
    }
    if (answer === null || isClosed) throw unavailable();
    pool.giveBack(inspector, answer !== 'died' && answer.canGoOn);
    return answer === 'died' ? unreadable(tooMuchMemory) : answer.inspection;
  };

  return {
    inspect: async (content, expected, owner = { shopId: '', operationId: '' }) => {
      if (isClosed) throw unavailable();
      // What is no PDF at all needs no process.
      if (!beginsLikePdf(content)) return inspectOther(content);
      return turns.run(toClaimant(owner), () => examine(content, expected));
    },
    close: async () => {
      isClosed = true;
      turns.refuseWaiting(unavailable());
      await pool.close();
    },
  };
};
