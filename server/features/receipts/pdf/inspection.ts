import type { Sign } from './signs.ts';

/**
 * `sound`: a readable PDF. `unreadable`: no PDF, damaged, or beyond what a receipt takes to read, which is no sign of
 * fraud. The others are: a bank's receipt is neither `encrypted` nor `scripted`, does nothing by itself (`automatic`), and
 * carries nothing that is taken for malware (`infected`).
 */
export type InspectionVerdict = 'sound' | 'unreadable' | 'encrypted' | 'scripted' | 'automatic' | 'infected';

/** What was found in an uploaded file. Besides the verdict it decides nothing: it is handed to the reviewer. */
export type Inspection = {
  readonly verdict: InspectionVerdict;
  /** Why it is unreadable, for people; null otherwise. */
  readonly fault: string | null;
  /** What no receipt carries, as far as it was found. Not there in what was recorded before it was looked for. */
  readonly signs?: readonly Sign[];
  /** Counted, and not what the file says. */
  readonly pages: number | null;
  /** The program that made the document, and the one that wrote the file, as they name themselves; shortened. */
  readonly creator: string | null;
  readonly producer: string | null;
  /** ISO 8601; null where the document does not say. */
  readonly createdAt: string | null;
  readonly modifiedAt: string | null;
  /** How often the file was saved; more than once means that it was changed after it was made. */
  readonly revisions: number | null;
  readonly hasAttachments: boolean;
  readonly hasForm: boolean;
  /** Amounts of money in the text, such as `1000.00`, in the order in which they appear, each once, at most twenty. */
  readonly amounts: readonly string[];
  /** Whether the expected amount is in the text, even beyond those twenty. */
  readonly hasExpectedAmount: boolean;
  /** Whether the text names the destination: all of its number, or its last four digits behind a mask. */
  readonly hasDestination: boolean;
};

/** What the text is searched for. */
export type Expected = {
  /** A decimal string with two decimals. */
  readonly amount: string;
  readonly number: string | null;
};
