import { setTimeout as sleep } from 'node:timers/promises';

/** What the bank's statement says, one line per movement. */
export type Entry = {
  readonly reference: string;
  readonly kind: 'booked' | 'rejected' | 'returned';
  readonly amount: string;
  readonly at: Date;
};

export type Transfer = { readonly reference: string; readonly amount: string; readonly number: string };

/** The bank says no, for good. */
export class BankRefusal extends Error {}

/** What a connector can do with its bank. Put yours in the place of the toy. */
export type Bank = {
  /**
   * Sends one transfer. The bank keeps references for ever: the same one again moves no money.
   * @throws BankRefusal; anything else that is thrown says nothing about the transfer.
   */
  readonly send: (transfer: Transfer, signal: AbortSignal) => Promise<void>;
  /** Whether the bank knows the reference. */
  readonly knows: (reference: string) => Promise<boolean>;
  /** All that has moved so far. */
  readonly statement: () => Promise<readonly Entry[]>;
};

const cents = (amount: string): string => amount.slice(-2);

/** Answers nothing for so long. */
const silenceMs = 60_000;

/**
 * A bank that moves no money, and does by the cents of the amount what banks do: .11 is refused, .12 is taken and rejected later, .13 is
 * carried out without an answer, .14 comes back, all others are booked.
 */
export const createToyBank = ({ bookedAfterMs }: { readonly bookedAfterMs: number }): Bank => {
  const references = new Set<string>();
  const entries: Entry[] = [];
  const book = (kind: Entry['kind'], { reference, amount }: Transfer, afterMs: number): void =>
    void setTimeout(() => entries.push({ kind, reference, amount, at: new Date() }), afterMs).unref();
  const carryOut = (transfer: Transfer): void => {
    if (cents(transfer.amount) === '12') return book('rejected', transfer, bookedAfterMs);
    book('booked', transfer, bookedAfterMs);
    if (cents(transfer.amount) === '14') book('returned', transfer, 2 * bookedAfterMs);
  };
  return {
    send: async (transfer, signal) => {
      if (cents(transfer.amount) === '11') throw new BankRefusal('daily limit of the account');
      if (!references.has(transfer.reference)) {
        references.add(transfer.reference);
        carryOut(transfer);
      }
      if (cents(transfer.amount) === '13') await sleep(silenceMs, undefined, { signal });
    },
    knows: async (reference) => references.has(reference),
    statement: async () => [...entries],
  };
};
