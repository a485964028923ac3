type Entry<Value> = { readonly askedAt: number; readonly value: Promise<Value> };

/**
 * Remembers answers for at most `maxAgeMs`, counted from before the question was asked: a change made anywhere is seen
 * by every process within that time. Concurrent questions for one key share one answer; failures are not kept.
 */
export const createRecentCache = <Value>(options: {
  readonly maxAgeMs: number;
  readonly maxEntries: number;
  readonly load: (key: string) => Promise<Value>;
}): ((key: string) => Promise<Value>) => {
  const entries = new Map<string, Entry<Value>>();
  return (key) => {
    const known = entries.get(key);
    if (known !== undefined && performance.now() - known.askedAt < options.maxAgeMs) return known.value;
    entries.delete(key);
    const oldest = entries.size >= options.maxEntries ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    const entry = { askedAt: performance.now(), value: options.load(key) };
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
};
