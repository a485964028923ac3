import { z } from 'zod';
import { composeName, longestName } from '#platform/fold-name';
import { messageOf } from '#platform/errors';
import { OperatorRefusal, type BankProblem } from '#platform/refusals';
import { withoutPrefix } from './bank-list.ts';

/** A member as the dictionary of the payment system names it, with its place in there. */
export type Member = { readonly code: string; readonly name: string; readonly place: string };

export type Dictionary = { readonly members: readonly Member[] };

/** Several times what the payment system publishes. Longer files are not read to their end. */
export const mostDictionaryBytes = 1_048_576;
const mostMembers = 2_000;

const codeForm = /^(bank)?\d{12}$/i;

const member = z.object({
  bankName: z
    .string()
    .min(1)
    .max(longestName)
    .refine(
      (name) => !/^\s|\s$|[\p{C}\p{Zl}\p{Zp}]/u.test(name),
      'begins or ends with a blank, or has control characters',
    )
    .refine((name) => !codeForm.test(name), 'looks like an identifier'),
  schema: z.string().regex(/^bank\d{12}$/, 'is not bank and twelve digits'),
});
// Counted before any is looked at: a wrong file of thousands of numbers is wrong at one place.
const members = z.array(z.unknown()).min(1).max(mostMembers).pipe(z.array(member));

/** With the rest of what the payment system publishes about its members, or as the bare list. What else it says is not read. */
const shapeOf = (document: unknown) =>
  Array.isArray(document) ? ([members, []] as const) : ([z.object({ dictionary: members }), ['dictionary']] as const);

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

const parse = (bytes: Uint8Array): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;

/** Each that stands in the file a second time, with the place of the first. */
const repeated = (found: readonly Member[]): readonly BankProblem[] => {
  const codes = new Map<string, string>();
  const names = new Map<string, string>();
  return found.flatMap(({ code, name, place }): BankProblem[] => {
    const [sameCode, sameName] = [codes.get(code), names.get(name)];
    if (sameCode === undefined) codes.set(code, place);
    if (sameName === undefined) names.set(name, place);
    return [
      ...(sameCode === undefined
        ? []
        : [{ place, code: 'code_twice' as const, details: { bank: code, first: sameCode } }]),
      ...(sameName === undefined ? [] : [{ place, code: 'name_twice' as const, details: { name, first: sameName } }]),
    ];
  });
};

/**
 * Reads the dictionary of members that the payment system publishes, naming every place that does not fit.
 * @throws OperatorRefusal bank_file_too_long, bank_file_wrong
 */
export const readDictionary = (bytes: Uint8Array, file: string): Dictionary => {
  if (bytes.length > mostDictionaryBytes)
    throw new OperatorRefusal('bank_file_too_long', { limit: mostDictionaryBytes });
  const refuse = (problems: readonly BankProblem[]): never => {
    throw new OperatorRefusal('bank_file_wrong', { file, problems });
  };
  const malformed = (place: string, message: string): BankProblem => ({
    place,
    code: 'malformed',
    details: { message },
  });
  let document: unknown;
  try {
    document = parse(bytes);
  } catch (error) {
    return refuse([malformed('', messageOf(error))]);
  }
  const [shape, prefix] = shapeOf(document);
  const parsed = shape.safeParse(document);
  if (!parsed.success) {
    return refuse(parsed.error.issues.map(({ path, message }) => malformed(placeOf(path), message)));
  }
  const items = Array.isArray(parsed.data) ? parsed.data : parsed.data.dictionary;
  const found = items.map(({ bankName, schema }, index) => ({
    code: withoutPrefix(schema),
    name: composeName(bankName),
    place: placeOf([...prefix, index]),
  }));
  const problems = repeated(found);
  return problems.length > 0 ? refuse(problems) : { members: found };
};
