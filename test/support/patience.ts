/**
 * How long a test waits for what must come before it says what did not. It bounds a hang and measures nothing: machines are
 * slow at times, and what is right on a quick one is right on any. The limit of a whole test (test/jest.config.mjs) is longer.
 */
export const patienceMs = 240_000;
