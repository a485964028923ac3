import pg from 'pg';

/** A place where something may have been written down. */
export type Place = { readonly name: string; readonly content: Buffer };

/** What must be nowhere, by what it is. */
export type Secrets = Readonly<Record<string, readonly string[]>>;

export const placeOf = (name: string, text: string): Place => ({ name, content: Buffer.from(text) });

/** The middle of the base64 of a text that may begin at any byte of a longer one. */
const base64Forms = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + text).toString('base64');
    const begin = Math.ceil((offset * 8) / 6);
    return encoded.slice(begin, Math.floor(((offset + text.length) * 8) / 6));
  });

/** A text as it is, in hexadecimal, in both alphabets of base64, and in UTF-16. */
const formsOf = (text: string): Buffer[] => {
  const hex = Buffer.from(text).toString('hex');
  const base64 = base64Forms(text);
  const urls = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const texts = new Set([text, hex, hex.toUpperCase(), ...base64, ...urls]);
  return [...[...texts].map((form) => Buffer.from(form)), Buffer.from(text, 'utf16le')];
};

/** Where any of the secrets is, as `what in where`: never the secret itself. */
export const search = (places: readonly Place[], secrets: Secrets): string[] =>
  Object.entries(secrets).flatMap(([what, texts]) => {
    const forms = texts.flatMap(formsOf);
    const holding = places.filter(({ content }) => forms.some((form) => content.includes(form)));
    return holding.map(({ name }) => `${what} in ${name}`);
  });

type Wire = { query: (text: string) => void };

/** What pg asks of a query of one's own: it has none for COPY. */
class CopyOut {
  readonly #chunks: Buffer[] = [];
  readonly #text: string;
  readonly #done: (error: Error | null, content: Buffer) => void;

  constructor(text: string, done: (error: Error | null, content: Buffer) => void) {
    this.#text = text;
    this.#done = done;
  }
  submit(wire: Wire): void {
    wire.query(this.#text);
  }
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#chunks.push(Buffer.from(chunk));
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#done(null, Buffer.concat(this.#chunks));
  }
  handleError(error: Error): void {
    this.#done(error, Buffer.alloc(0));
  }
}

const copy = (client: pg.Client, table: string, format: 'text' | 'binary'): Promise<Place> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, content: Buffer): void =>
      error === null ? resolve({ name: `${table} (${format})`, content }) : reject(error);
    client.query(new CopyOut(`copy (select * from ${table}) to stdout (format ${format})`, done));
  });

const tablesOf = async (client: pg.Client): Promise<string[]> => {
  // The system's own are left out: its statistics are samples of columns that are read whole here.
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  );
  return rows.map(({ name }) => name);
};

/** Every table of every schema, as a dump has it: its values as text, in which bytes are hexadecimal, and as bytes. */
export const dumpTables = async (databaseUrl: string): Promise<Place[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const places: Place[] = [];
    for (const table of await tablesOf(client)) {
      places.push(await copy(client, table, 'text'), await copy(client, table, 'binary'));
    }
    return places;
  } finally {
    await client.end();
  }
};
