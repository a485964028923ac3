export const stopPostgres = (): Promise<void> | undefined => globalThis.turnpikeTestPostgres?.stop();
