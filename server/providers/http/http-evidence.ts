import type { Provider } from '../port.ts';
import { believe, readProblem, requireAnswer } from './believe.ts';
import type { Caller } from './caller.ts';
import { readEvidence } from './read-facts.ts';

const longestDocumentBytes = 10 * 1_024 * 1_024;

/** What proves totals, at one connector. */
export const httpEvidence = ({ call }: Caller): Pick<Provider, 'fetchEvidence' | 'fetchDocument'> => ({
  fetchEvidence: async ({ attemptId }, signal) => {
    const fetched = await call(signal, (client, init, header) =>
      client.GET('/connector/v1/attempts/{attempt_id}/evidence', {
        ...init,
        params: { header, path: { attempt_id: attemptId } },
        parseAs: 'text',
      }),
    );
    return { outcome: 'found', evidence: readEvidence(believe('AttemptEvidence', fetched, attemptId).evidence) };
  },
  fetchDocument: async ({ attemptId }, documentId, signal) => {
    const fetched = await call(
      signal,
      (client, init, header) =>
        client.GET('/connector/v1/attempts/{attempt_id}/documents/{document_id}', {
          ...init,
          params: { header, path: { attempt_id: attemptId, document_id: documentId } },
          parseAs: 'arrayBuffer',
        }),
      longestDocumentBytes,
    );
    if (readProblem(fetched)?.code === 'document_not_found') return { outcome: 'not_found' };
    requireAnswer(fetched, 'pdf');
    return { outcome: 'found', content: Buffer.from(fetched.data ?? new ArrayBuffer(0)) };
  },
});
