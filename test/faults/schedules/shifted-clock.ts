/**
 * A machine whose clock is wrong by CLOCK_OFF_MS, imported before anything else. The monotonic clock, and with it every
 * timer, goes on as it does: so it is on such a machine.
 */
const offMs = Number(process.env['CLOCK_OFF_MS'] ?? 0);

const RightDate = Date;

class WrongDate extends RightDate {
  constructor(...parts: readonly unknown[]) {
    super(...((parts.length === 0 ? [RightDate.now() + offMs] : parts) as [number]));
  }

  static override now(): number {
    return RightDate.now() + offMs;
  }
}

if (offMs !== 0) globalThis.Date = WrongDate as DateConstructor;
