import { problems } from '../../generated/v1/problems.ts';

type Problem = { readonly type: string; readonly status: number; readonly title: string; readonly message: string };

/** A contract that the site shows. */
export type SiteDocument = {
  /** What readers call the API. */
  readonly name: string;
  readonly file: URL;
  /** Those that have pages: of errors that our own servers answer. */
  readonly problems: Readonly<Record<string, Problem>>;
  /** The page that shows it. */
  readonly reference: string;
  /** Where the site has the document as it is, and as the reference shows it. */
  readonly download: string;
  readonly shown: string;
};

export const documents: readonly SiteDocument[] = [
  {
    name: 'v1',
    file: new URL('../../generated/v1/openapi.json', import.meta.url),
    problems,
    reference: 'reference',
    download: 'openapi.json',
    shown: 'reference.json',
  },
  {
    name: 'connectors',
    file: new URL('../../generated/connector/openapi.json', import.meta.url),
    problems: {},
    reference: 'connector-reference',
    download: 'connector-openapi.json',
    shown: 'connector-reference.json',
  },
];

/** Every problem of any document, by its code. */
export const allProblems: ReadonlyMap<string, Problem> = new Map(
  documents.flatMap((document) => Object.entries(document.problems)),
);
