/** Everything this package throws, except the reason of an `AbortSignal` of yours. */
export class TurnpikeError extends Error {
  override readonly name: string = 'TurnpikeError';

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
  }
}

/** The client was set up or called in a way that cannot work. Nothing was sent. */
export class ConfigurationError extends TurnpikeError {
  override readonly name = 'ConfigurationError';
}

/**
 * No complete answer arrived: refused, reset, not resolved. `cause` is what `fetch` threw.
 *
 * **Whether the request took effect is not known.** Repeat it with the same `merchant_operation_id`, or the
 * same receipt.
 */
export class ConnectionError extends TurnpikeError {
  override readonly name = 'ConnectionError';
}

/**
 * `timeoutMs` was over before there was an answer. `cause` is the failure of the last complete attempt, if
 * there was one.
 *
 * **Whether the request took effect is not known.** Repeat it with the same `merchant_operation_id`, or the
 * same receipt.
 */
export class TimeoutError extends TurnpikeError {
  override readonly name: string = 'TimeoutError';
}

/**
 * The webhook is not from Turnpike, was changed on its way, or is too old. Answer it with a 4xx and do not
 * act on it.
 */
export class WebhookVerificationError extends TurnpikeError {
  override readonly name = 'WebhookVerificationError';
}
