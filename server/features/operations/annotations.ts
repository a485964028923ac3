import { invalidField } from '#platform/errors';

/** What a merchant attaches to an operation and gets back as it was sent; it decides nothing. */
export type Annotations = {
  readonly returnUrl: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
};

const isReturnUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
};

/**
 * Null where nothing is attached; an empty list of metadata is as good as none.
 * @throws RequestError invalid_request
 */
export const annotationsOf = ({ returnUrl, description, metadata }: Annotations): Annotations | null => {
  if (returnUrl !== null && !isReturnUrl(returnUrl)) {
    throw invalidField('return_url', 'wrong_url', {});
  }
  const pairs = metadata !== null && Object.keys(metadata).length > 0 ? metadata : null;
  return returnUrl === null && description === null && pairs === null
    ? null
    : { returnUrl, description, metadata: pairs };
};

/** The same text for the same values, in whatever order the metadata came. */
export const canonicalAnnotations = ({ returnUrl, description, metadata }: Annotations): readonly unknown[] => [
  returnUrl,
  description,
  Object.entries(metadata ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
];
