import { decimal } from '#platform/money';
import type { CamtMapping } from './settlement-mapping.ts';
import {
  grossOf,
  isNothing,
  LineFaulty,
  mostAttempts,
  readAmount,
  readCurrency,
  readDay,
  readReference,
  type ReadLine,
} from './settlement-line.ts';

/** What an entry, or one transaction of it, says: the texts of its elements by their place below it. */
export type CamtPart = { readonly texts: Map<string, string>; readonly currencies: Map<string, string> };

export const emptyPart = (): CamtPart => ({ texts: new Map(), currencies: new Map() });

/** The references that a transaction or an entry may have, in the order in which they are looked at. */
const referencePlaces = ['Refs/EndToEndId', 'Refs/InstrId', 'Refs/TxId', 'NtryRef', 'AcctSvcrRef'];
const amountPlaces = ['AmtDtls/TxAmt/Amt', 'Amt'];
const feePlaces = ['Chrgs/TtlChrgsAndTaxAmt', 'Chrgs/Rcrd/Amt', 'Chrgs/Amt'];

const firstOf = (part: CamtPart, places: readonly string[]): { text: string; currency: string } | null => {
  const place = places.find((one) => part.texts.has(one));
  return place === undefined ? null : { text: part.texts.get(place)!, currency: part.currencies.get(place) ?? '' };
};

/** ISO 20022 has no empty reference: a bank that was given none writes this. */
const referenceOf = (part: CamtPart): string => {
  const places = referencePlaces.filter((place) => (part.texts.get(place) ?? 'NOTPROVIDED').trim() !== 'NOTPROVIDED');
  return firstOf(part, places)?.text ?? '';
};

const sideOf = (entry: CamtPart, part: CamtPart): { readonly isCredit: boolean; readonly isReversal: boolean } => {
  const word = part.texts.get('CdtDbtInd') ?? entry.texts.get('CdtDbtInd') ?? '';
  if (word !== 'CRDT' && word !== 'DBIT') {
    throw new LineFaulty({ code: 'direction_unknown', details: { word: word.slice(0, 40) } });
  }
  return { isCredit: word === 'CRDT', isReversal: /^(true|1)$/.test(entry.texts.get('RvslInd')?.trim() ?? '') };
};

const readPart = (mapping: CamtMapping, entry: CamtPart, part: CamtPart, reference: string, line: number): ReadLine => {
  const told = firstOf(part, amountPlaces) ?? firstOf(entry, ['Amt']);
  const currency = readCurrency(told?.currency ?? '');
  const amount = readAmount(told?.text ?? '', currency);
  const charged = firstOf(part, feePlaces);
  const fee = charged === null ? '0' : readAmount(charged.text, currency);
  const { isCredit, isReversal } = sideOf(entry, part);
  // What goes the other way because it is taken back belongs to what it takes back.
  const direction = isCredit === isReversal ? 'payout' : 'payment';
  const gross = mapping.amounts === 'net' ? grossOf(amount, fee, direction) : amount;
  if (isNothing(gross)) throw new LineFaulty({ code: 'amount_nothing', details: {} });
  const signed = isReversal ? decimal('0').minus(decimal(gross)).toFixed() : gross;
  const day = entry.texts.get('BookgDt/Dt') ?? entry.texts.get('BookgDt/DtTm') ?? null;
  const settledOn = day === null ? null : readDay(day, 'YYYY-MM-DD', mapping.zone);
  return { line, settled: { line, ...readReference(reference), direction, currency, amount: signed, fee, settledOn } };
};

/** Booked entries as lines, numbered as they stand: XML need have no lines. */
export const createCamtEntries = (mapping: CamtMapping) => {
  let line = 0;
  let entry: CamtPart | null = null;
  /** Of transactions that leave their amounts to the entry. */
  let references: string[] = [];
  let isTold = false;
  const attempt = (read: () => ReadLine): ReadLine => {
    try {
      return read();
    } catch (error) {
      if (error instanceof LineFaulty) return { line, fault: error.fault };
      throw error;
    }
  };
  const isBooked = (): boolean => {
    const status = entry!.texts.get('Sts/Cd') ?? entry!.texts.get('Sts');
    return status === undefined || status.trim() === 'BOOK';
  };
  return {
    beginEntry: (begun: CamtPart): void => {
      [entry, references, isTold] = [begun, [], false];
    },
    /** Null where its amount is the entry's, with that of the others. */
    endTransaction: (part: CamtPart): ReadLine | null => {
      if (!isBooked()) return null;
      if (firstOf(part, amountPlaces) === null) {
        references.push(referenceOf(part));
        if (references.length <= mostAttempts) return null;
        return { line, fault: { code: 'reference_too_long', details: { limit: mostAttempts } } };
      }
      [isTold, line] = [true, line + 1];
      return attempt(() => readPart(mapping, entry!, part, referenceOf(part), line));
    },
    endEntry: (): ReadLine | null => {
      const ended = entry!;
      if (!isBooked() || (isTold && references.length === 0)) return null;
      line += 1;
      if (isTold) {
        return {
          line,
          fault: { code: 'malformed', details: { message: 'Some transactions of an entry have no amount.' } },
        };
      }
      const reference = references.length === 0 ? referenceOf(ended) : references.join(' ');
      return attempt(() => readPart(mapping, ended, ended, reference, line));
    },
    at: () => line + 1,
  };
};
