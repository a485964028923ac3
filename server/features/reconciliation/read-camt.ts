import { SaxesParser } from 'saxes';
import { messageOf } from '#platform/errors';
import { createCamtEntries, emptyPart, type CamtPart } from './camt-entries.ts';
import type { CamtMapping } from './settlement-mapping.ts';
import type { ReadLine } from './settlement-line.ts';

/** Between two tags; what is longer is no statement, and would lie in memory. */
const mostCharacters = 65_536;
const mostDepth = 32;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Follows the tags of a statement, and tells of each booked line. */
const createWalk = (mapping: CamtMapping, tell: (read: ReadLine) => void) => {
  const entries = createCamtEntries(mapping);
  const path: string[] = [];
  let [entry, part]: (CamtPart | null)[] = [null, null];
  let [entryDepth, partDepth, text] = [0, 0, ''];
  const keep = (target: CamtPart, depth: number): void => {
    const place = path.slice(depth).join('/');
    if (!target.texts.has(place) && text.trim() !== '') target.texts.set(place, text.trim());
  };
  return {
    at: entries.at,
    isStatement: () => path.length === 0 || path[0] === 'Document',
    open: (name: string, currency: string | undefined): void => {
      path.push(localName(name));
      text = '';
      if (path.length > mostDepth) throw new Error(`Elements are more than ${mostDepth} deep.`);
      if (path.length === 1 && path[0] !== 'Document') throw new Error('This is no Document of ISO 20022.');
      if (path.length === 2 && path[1] !== 'BkToCstmrStmt') throw new Error('This is no camt.053.');
      if (path.at(-1) === 'Ntry' && path.length === 4) {
        [entry, entryDepth] = [emptyPart(), path.length];
        entries.beginEntry(entry);
      } else if (path.at(-1) === 'TxDtls' && entry) [part, partDepth] = [emptyPart(), path.length];
      const target = part ?? entry;
      if (!target || currency === undefined) return;
      const place = path.slice(part ? partDepth : entryDepth).join('/');
      if (!target.currencies.has(place)) target.currencies.set(place, currency);
    },
    text: (piece: string): void => {
      text += piece;
    },
    close: (): void => {
      let read: ReadLine | null = null;
      if (part && path.length === partDepth) [read, part] = [entries.endTransaction(part), null];
      else if (entry && path.length === entryDepth) [read, entry] = [entries.endEntry(), null];
      else if (part) keep(part, partDepth);
      else if (entry) keep(entry, entryDepth);
      path.pop();
      text = '';
      if (read) tell(read);
    },
  };
};

/**
 * Reads the booked entries of a bank's statement (camt.053), and their transactions. A document type is refused: with it come
 * entities, which no statement needs and which can be made to fill any memory.
 */
export async function* readCamt(chunks: AsyncIterable<Uint8Array>, mapping: CamtMapping): AsyncGenerator<ReadLine> {
  const parser = new SaxesParser({ position: true });
  let found: ReadLine[] = [];
  let seenAt = 0;
  const walk = createWalk(mapping, (read) => found.push(read));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (encoding.toUpperCase() !== 'UTF-8') throw new Error(`A statement is in UTF-8, not in ${encoding}.`);
  });
  parser.on('doctype', () => {
    throw new Error('A statement has no document type.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    seenAt = parser.position;
    const currency = attributes['Ccy'];
    walk.open(name, typeof currency === 'string' ? currency : undefined);
  });
  parser.on('text', walk.text);
  parser.on('cdata', walk.text);
  parser.on('closetag', () => {
    seenAt = parser.position;
    walk.close();
  });
  const write = (text: string): void => {
    // In pieces, so that what has no end is noticed before it is all there.
    for (let begin = 0; begin < text.length; begin += mostCharacters) {
      parser.write(text.slice(begin, begin + mostCharacters));
      if (parser.position - seenAt > 2 * mostCharacters)
        throw new Error(`More than ${mostCharacters} characters between two tags.`);
    }
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) {
      write(decoder.decode(chunk, { stream: true }));
      yield* found;
      found = [];
    }
    write(decoder.decode());
    parser.close();
    yield* found;
  } catch (error) {
    yield* found;
    yield { line: walk.at(), fault: { code: 'malformed', details: { message: messageOf(error) } } };
  }
}
