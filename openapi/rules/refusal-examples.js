import { envelope, sentences, token } from './error-table.js';
import { sentenceOf } from './problem-table.js';

const requestId = '6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11';

/** A place as the merchant knows it: `/body/integrationMerhcnatData/webHook` is `integrationMerhcnatData.webHook`. */
const nameOf = (path) =>
  path
    .replace(/^\/(body|params|query|headers)\/(?=.)/, '')
    .replaceAll('/', '.')
    .replace(/^\./, '');

const told = (places) => {
  const alone = places.find(({ code }) => sentences[code] !== undefined);
  return alone === undefined
    ? places.map((place) => `${nameOf(place.path)} ${sentenceOf(place)}`).join('; ')
    : sentences[alone.code];
};

const inEnvelope = ({ refusal, places }) => {
  const { codeError, codeErrorExt, message } = envelope[refusal];
  const said =
    places === undefined ? { codeErrorExt, message } : { codeErrorExt: nameOf(places[0].path), message: told(places) };
  return {
    result: { status: 'error', 'x-request-id': requestId, codeError, ...said },
    data: null,
    totalNumberRecords: 0,
  };
};

const ofToken = ({ tokenRefusal, places }) => {
  const { error, error_description: said } = token[tokenRefusal];
  return { error, error_description: places === undefined ? said : told(places) };
};

/** The guide shows one as well. */
export const completed = (value) => (value.refusal === undefined ? ofToken(value) : inEnvelope(value));

/** An example of a refusal names its code and what is particular to it; all else is the table's. */
export const refusalExamples = () => {
  const complete = (holder, { report, location }) => {
    const { refusal, tokenRefusal } = holder?.value ?? {};
    if (refusal === undefined && tokenRefusal === undefined) return;
    if (envelope[refusal] === undefined && token[tokenRefusal] === undefined)
      report({
        message: `An example of a refusal names a code of the table, not ${refusal ?? tokenRefusal}.`,
        location,
      });
    else holder.value = completed(holder.value);
  };
  return {
    MediaType: {
      leave: (mediaType, context) => {
        for (const example of Object.values(mediaType.examples ?? {}))
          complete(example?.$ref === undefined ? example : context.resolve(example).node, context);
      },
    },
    Root: {
      leave: (root, context) => {
        // What belongs to no operation.
        for (const example of Object.values(root['x-problems'] ?? {})) complete(example, context);
      },
    },
  };
};
