import { textOf } from './pdf-strings.ts';
import {
  BeyondLimits,
  isReference,
  isString,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
} from './pdf-values.ts';
import type { Sign } from './signs.ts';

/** All objects with the number, of former revisions too. None where it is not known which one is meant. */
export type Resolve = (reference: PdfReference) => readonly PdfValue[];

const scripts = /^(?:javascript|vbscript):/i;
const remoteAddress = /^(?:\\\\|file:\/\/(?!\/|localhost\/))[^\\/]/i;
const remoteFile = /^(?:\\\\|\/\/|file:\/\/(?!\/|localhost\/))[^\\/]/i;
const elsewhere = /^[a-z][a-z0-9+.-]+:\/\//i;
const fileKeys = new Set(['F', 'UF', 'DOS', 'Mac', 'Unix']);
const clicks = new Set(['U', 'D']);
const mostActions = 10_000;

const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);

/** What an action does by itself, as far as it is no business of a receipt. */
const automatic = (kind: string, isClicked: boolean, texts: readonly string[]): Sign | null => {
  if (kind === 'SubmitForm') return 'submit';
  if (kind === 'ImportData') return 'import';
  if (kind === 'URI') return isClicked ? null : 'open_address';
  return (kind === 'GoToR' || kind === 'GoToE') && texts.some((text) => elsewhere.test(text)) ? 'remote_file' : null;
};

type Start = { readonly value: PdfValue; readonly isClicked: boolean };
type Entry = readonly [key: string, value: PdfValue, dictionary: PdfDictionary];

const kindSigns = (kind: PdfValue, action: PdfDictionary): readonly Sign[] => {
  if (kind === 'JavaScript' || (kind === 'Rendition' && action.has('JS'))) return ['javascript'];
  return kind === 'Launch' ? ['launch'] : [];
};

const addressSigns = (text: string): readonly Sign[] => {
  // Readers pass over blanks and control characters in front of it and inside.
  const address = text.replace(/[\x00-\x20]/g, '');
  if (scripts.test(address)) return ['javascript'];
  return remoteAddress.test(address) ? ['remote_file'] : [];
};

const isAddressKey = (key: string): boolean => key === 'URI' || key === 'Base';

const entrySigns = (key: string, value: PdfValue, dictionary: PdfDictionary): readonly Sign[] => {
  if (key === 'S') return kindSigns(value, dictionary);
  if (!isString(value)) return [];
  if (isAddressKey(key)) return addressSigns(textOf(value));
  return fileKeys.has(key) && !dictionary.has('EF') && remoteFile.test(textOf(value)) ? ['remote_file'] : [];
};

/** Hears of all entries of all dictionaries, and tells what the actions among them do. */
export const createActionFinder = (resolve: Resolve) => {
  const found = new Set<Sign>();
  const starts: Start[] = [];
  /** Only a writer with something to hide tells elsewhere what an action does; where, is known at the end only. */
  const toldElsewhere: Entry[] = [];

  const all = (value: PdfValue | undefined): readonly PdfValue[] =>
    isReference(value) ? resolve(value) : value === undefined ? [] : [value];

  const dictionaries = (value: PdfValue | undefined): readonly PdfDictionary[] =>
    all(value).filter((one): one is PdfDictionary => one instanceof Map);

  const textsOf = (action: PdfDictionary): readonly string[] => {
    const files = all(action.get('F')).flatMap((file) =>
      file instanceof Map ? [...(file as PdfDictionary).values()] : [file],
    );
    return files.flatMap(all).filter(isString).map(textOf);
  };

  const lookAt = (key: string, value: PdfValue, dictionary: PdfDictionary): void => {
    for (const sign of entrySigns(key, value, dictionary)) found.add(sign);
  };

  const follow = (): void => {
    const seen = new Set<number>();
    let count = 0;
    for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
      const { value, isClicked } = start;
      if (isReference(value)) {
        if (seen.has(value.objectNumber)) continue;
        seen.add(value.objectNumber);
      }
      for (const action of dictionaries(value)) {
        if ((count += 1) > mostActions) throw new BeyondLimits('It has more actions than a receipt does.');
        for (const kind of all(action.get('S'))) {
          const sign = typeof kind === 'string' ? automatic(kind, isClicked, textsOf(action)) : null;
          if (sign !== null) found.add(sign);
        }
        for (const next of all(action.get('Next'))) {
          starts.push(
            ...(isArray(next) ? next : [action.get('Next') ?? null]).map((one) => ({ value: one, isClicked })),
          );
        }
      }
    }
  };

  return {
    onEntry: (key: string, value: PdfValue, dictionary: PdfDictionary): void => {
      if (key === 'OnInstantiate') found.add('javascript');
      if (key === 'OpenAction') starts.push({ value, isClicked: false });
      if (key === 'AA') toldElsewhere.push([key, value, dictionary]);
      else if (!isReference(value)) lookAt(key, value, dictionary);
      else if (key === 'S' || isAddressKey(key) || fileKeys.has(key)) toldElsewhere.push([key, value, dictionary]);
    },
    /** Once all objects are known. */
    signs: (): ReadonlySet<Sign> => {
      for (const [key, value, dictionary] of toldElsewhere) {
        if (key !== 'AA') for (const one of all(value)) lookAt(key, one, dictionary);
        else
          for (const triggers of dictionaries(value)) {
            for (const [trigger, action] of triggers) starts.push({ value: action, isClicked: clicks.has(trigger) });
          }
      }
      follow();
      return found;
    },
  };
};
