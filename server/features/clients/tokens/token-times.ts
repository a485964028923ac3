/** How long a token from the token endpoint lives. */
export const tokenLifetimeSeconds = 600;

export const tokenLifetimeMs = tokenLifetimeSeconds * 1_000;

/** By how much the clocks of two hosts may differ. */
export const clockSkewMs = 60_000;

/** A token counts from this long before it was made, so that a host whose clock is a little behind takes it too. */
export const notBeforeSeconds = 5;
