import { described } from './described.js';
import { guideParts } from './guide-parts.js';
import { namedExamples } from './named-examples.js';
import { mediaTypesShown, operationId, operationResponses, requestId } from './operations.js';
import { openValues } from './open-values.js';
import { problemExamples } from './problem-examples.js';
import { refusalExamples } from './refusal-examples.js';
import { guideNamesProblems, problemCodesListed, problemsAgree } from './problems.js';
import { responseHeaders } from './response-headers.js';
import { sandboxTable } from './sandbox-table.js';

/** What Redocly's own rules cannot say; `redocly.yaml` switches each on. */
export default function turnpike() {
  return {
    id: 'turnpike',
    preprocessors: {
      oas3: {
        'named-examples': namedExamples,
        'problem-examples': problemExamples,
        'refusal-examples': refusalExamples,
        'response-headers': responseHeaders,
      },
    },
    rules: {
      oas3: {
        described,
        'guide-names-problems': guideNamesProblems,
        'media-types-shown': mediaTypesShown,
        'operation-id': operationId,
        'open-values': openValues,
        'operation-responses': operationResponses,
        'problem-codes-listed': problemCodesListed,
        'problems-agree': problemsAgree,
        'request-id': requestId,
      },
    },
    decorators: { oas3: { 'guide-parts': guideParts, 'sandbox-table': sandboxTable } },
  };
}
