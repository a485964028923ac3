export default (): Promise<void> | undefined => globalThis.turnpikeTestPostgres?.stop();
