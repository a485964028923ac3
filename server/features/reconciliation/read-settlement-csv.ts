import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { messageOf } from '#platform/errors';
import type { CsvMapping } from './settlement-mapping.ts';
import {
  grossOf,
  isNothing,
  LineFaulty,
  readAmount,
  readCurrency,
  readDay,
  readReference,
  type ReadLine,
  type SettlementLine,
} from './settlement-line.ts';

/** Nothing that a provider writes about one settlement is as long. */
const mostLineCharacters = 65_536;

/** Where in a record each column is. */
type Places = Readonly<Record<keyof CsvMapping['columns'], number | null>>;

const findPlaces = ({ columns }: CsvMapping, header: readonly string[]): Places => {
  const placeOf = (name: string | undefined): number | null => {
    if (name === undefined) return null;
    const place = header.findIndex((title) => title.trim() === name);
    if (place === -1) throw new LineFaulty({ code: 'column_missing', details: { column: name } });
    return place;
  };
  return {
    attempt: placeOf(columns.attempt),
    amount: placeOf(columns.amount),
    fee: placeOf(columns.fee),
    currency: placeOf(columns.currency),
    direction: placeOf(columns.direction),
    day: placeOf(columns.day),
  };
};

const readRecord = (
  mapping: CsvMapping,
  places: Places,
  record: readonly string[],
  line: number,
): SettlementLine | null => {
  const cell = (name: keyof Places): string => {
    const place = places[name];
    return place === null ? '' : (record[place] ?? '');
  };
  const word = cell('direction').trim();
  const direction = mapping.direction ?? mapping.directions?.[word];
  if (direction === undefined)
    throw new LineFaulty({ code: 'direction_unknown', details: { word: word.slice(0, 40) } });
  if (direction === 'skip') return null;
  const currency = mapping.currency ?? readCurrency(cell('currency'));
  const amountIn = (text: string): string =>
    readAmount(mapping.decimal === ',' ? text.replace(',', '.') : text, currency);
  const fee = cell('fee').trim() === '' ? '0' : amountIn(cell('fee'));
  const told = amountIn(cell('amount'));
  const amount = mapping.amounts === 'net' ? grossOf(told, fee, direction) : told;
  if (isNothing(amount)) throw new LineFaulty({ code: 'amount_nothing', details: {} });
  const settledOn = places.day === null ? null : readDay(cell('day'), mapping.days, mapping.zone);
  return { line, ...readReference(cell('attempt')), direction, currency, amount, fee, settledOn };
};

const malformed = (line: number, error: unknown): ReadLine => ({
  line,
  fault: { code: 'malformed', details: { message: messageOf(error) } },
});

/** Decodes while it reads: a file in another encoding than it should be has bytes that cannot be. */
async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** Reads line by line, in memory for a few of them. Where one cannot be told from the next, it says so and ends. */
export async function* readSettlementCsv(
  chunks: AsyncIterable<Uint8Array>,
  mapping: CsvMapping,
): AsyncGenerator<ReadLine> {
  const parser = parse({
    delimiter: mapping.delimiter,
    info: true,
    bom: mapping.encoding === 'utf-8',
    max_record_size: mostLineCharacters,
    skip_empty_lines: true,
  });
  // What goes wrong in either ends the loop below.
  const records = pipeline(Readable.from(decode(chunks, mapping.encoding)), parser, () => undefined);
  let places: Places | null = null;
  let line = 1;
  try {
    for await (const { record, info } of records as AsyncIterable<Parsed>) {
      line = info.lines;
      try {
        if (places === null) places = findPlaces(mapping, record);
        else {
          const settled = readRecord(mapping, places, record, line);
          if (settled !== null) yield { line, settled };
        }
      } catch (error) {
        if (!(error instanceof LineFaulty)) throw error;
        yield { line, fault: error.fault };
        if (places === null) return;
      }
    }
  } catch (error) {
    // What was read before it and not taken yet is gone with the stream: the parser knows its line.
    yield malformed((error as { lines?: number }).lines ?? line, error);
    return;
  }
  if (places === null) yield malformed(1, new Error('The file is empty.'));
}
