import type { EvidenceHandlers } from '#generated/connector/handlers';
import type { Provider } from '#providers';
import { withinTime } from './deadline.ts';
import { forEver, know, type ConnectorNeeds } from './needs.ts';
import { attemptOf, toWireEvidence } from './orders.ts';
import { ConnectorRefusal } from './refusals.ts';

const requireOrder = async (needs: ConnectorNeeds, attemptId: string): Promise<Provider> => {
  const { entry, placed } = await know(needs, attemptId);
  if (entry === null || placed === null) throw new ConnectorRefusal('attempt_not_found');
  return needs.sandboxOver(needs.orders);
};

export const connectorEvidence = (needs: ConnectorNeeds): EvidenceHandlers<void> => ({
  fetchEvidence: withinTime(async ({ params }) => {
    const { attempt_id: attemptId } = params;
    const sandbox = await requireOrder(needs, attemptId);
    const answer = await sandbox.fetchEvidence(attemptOf(attemptId), forEver);
    // Before any money has moved, nothing proves all of it.
    const evidence = toWireEvidence(answer.outcome === 'found' ? answer.evidence : []);
    return { status: 200, body: { attempt_id: attemptId, evidence } };
  }),
  fetchDocument: withinTime(async ({ params }) => {
    const { attempt_id: attemptId, document_id: documentId } = params;
    const sandbox = await requireOrder(needs, attemptId);
    const answer = await sandbox.fetchDocument(attemptOf(attemptId), documentId, forEver);
    if (answer.outcome !== 'found') throw new ConnectorRefusal('document_not_found');
    return { status: 200, body: new Blob([answer.content], { type: 'application/pdf' }) };
  }),
});
