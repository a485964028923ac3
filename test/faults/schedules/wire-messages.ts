/** One message of Postgres's protocol; the first of a client has no type. */
export type Message = { readonly type: string; readonly bytes: Buffer };

/** Cuts a stream of bytes into messages, however it arrives. */
export const createMessageReader = (isFirstUntyped: boolean): ((chunk: Buffer) => readonly Message[]) => {
  let rest: Buffer = Buffer.alloc(0);
  let isUntyped = isFirstUntyped;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const typeBytes = isUntyped ? 0 : 1;
      if (rest.length < typeBytes + 4) return messages;
      const length = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < length) return messages;
      messages.push({ type: isUntyped ? '' : String.fromCharCode(rest[0]!), bytes: rest.subarray(0, length) });
      rest = rest.subarray(length);
      isUntyped = false;
    }
  };
};

const cString = (bytes: Buffer, from: number): string => bytes.toString('utf8', from, bytes.indexOf(0, from));

/** The name of the prepared statement that the messages run, or ''. */
export const statementIn = (messages: readonly Message[]): string => {
  const bind = messages.find(({ type }) => type === 'B');
  if (bind === undefined) return '';
  const portal = cString(bind.bytes, 5);
  return cString(bind.bytes, 5 + Buffer.byteLength(portal) + 1);
};
