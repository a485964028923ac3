import { fileURLToPath } from 'node:url';
import { isKeyed } from './operations.js';

const source = fileURLToPath(new URL('../shared/problems.yaml', import.meta.url));
/** A new object for each response: the bundler changes references in place. */
const header = (name) => ({ $ref: `${source}#/components/headers/${name}` });

/** A caller without a key, or with the wrong method, is refused before the shop's requests are counted. */
const uncounted = new Set(['401', '405']);

/** A server in trouble may answer before it has counted. */
const rateLimit = (status) =>
  status === '503'
    ? { RateLimit: header('RateLimitHint'), 'RateLimit-Policy': header('RateLimitPolicyHint') }
    : { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') };

const added = (status, response, isCounted) => ({
  ...(response.content?.['application/problem+json'] !== undefined && { Link: header('ProblemPage') }),
  ...(isCounted && !uncounted.has(status) && rateLimit(status)),
});

/**
 * Headers that our servers send with every response of a kind are put in here, so that no response is without them. A document
 * with `x-served-by` is served by others.
 */
export const responseHeaders = () => {
  let isOurs = true;
  return {
    Root: {
      enter: (root) => {
        isOurs = root['x-served-by'] === undefined;
      },
    },
    Paths: {
      PathItem: {
        Operation: {
          leave: (operation, { resolve }) => {
            for (const [status, entry] of Object.entries(isOurs ? (operation.responses ?? {}) : {})) {
              const response = entry.$ref === undefined ? entry : resolve(entry).node;
              if (response === undefined) continue;
              response.headers = { ...response.headers, ...added(status, response, isKeyed(operation)) };
            }
          },
        },
      },
    },
  };
};
