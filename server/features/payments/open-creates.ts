import type { OperationId, ShopId } from '#platform/ids';

type Open = { readonly shopId: ShopId; readonly operationId: OperationId };

export type OpenCreates = {
  /** Resolves soon after another process has decided the create; `leave` when that is of no interest any more. */
  readonly watch: (create: Open) => { readonly decided: Promise<'decided'>; readonly leave: () => void };
};

const lookEveryMs = 250;

/**
 * Looks after the creates of this process that wait for a provider: one statement for all of them, four times a second,
 * only while there are any. A cancellation on any instance so ends an open create at once, without a connection that
 * listens, which a pooler in transaction mode would not allow.
 */
export const createOpenCreates = (findDecided: (open: readonly Open[]) => Promise<readonly string[]>): OpenCreates => {
  const open = new Map<string, { readonly create: Open; readonly tell: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      if (open.size === 0) return;
      const decided = await findDecided([...open.values()].map(({ create }) => create));
      for (const operationId of decided) open.get(operationId)?.tell();
    } catch {
      // The database is out of reach: each waiting request hears of it from a step of its own.
    } finally {
      timer = open.size > 0 ? setTimeout(() => void look(), lookEveryMs).unref() : undefined;
    }
  };

  return {
    watch: (create) => {
      let tell = (): void => undefined;
      const decided = new Promise<'decided'>((resolve) => {
        tell = () => resolve('decided');
      });
      open.set(create.operationId, { create, tell });
      timer ??= setTimeout(() => void look(), lookEveryMs).unref();
      return { decided, leave: () => void open.delete(create.operationId) };
    },
  };
};
