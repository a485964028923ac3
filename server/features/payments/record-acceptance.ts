import type { Api } from '#platform/apis';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';
import { plainName, type OperationsStore } from '#features/operations';
import type { Method } from '#features/pricing';
import { acceptanceEvent, acceptedStatus, destinationOf, type Acceptance, type Accepted } from './payment.ts';
import type { PaymentsStore } from './payments-store.ts';

type Needs = {
  readonly payments: Pick<PaymentsStore, 'accept'>;
  readonly operations: Pick<OperationsStore, 'sealNumber' | 'sealDetails'>;
};

type AcceptedAttempt = {
  readonly shopId: ShopId;
  readonly api: Api;
  readonly operationId: OperationId;
  readonly attemptId: AttemptId;
  readonly rail: Method['rail'];
  readonly lifetimeSeconds: number;
};

/** Null when the create was decided meanwhile. */
export const recordAcceptance = (
  needs: Needs,
  { shopId, api, operationId, attemptId, rail, lifetimeSeconds }: AcceptedAttempt,
  acceptance: Acceptance,
): Promise<Accepted | null> => {
  const destination = destinationOf(acceptance, rail);
  const { number, name, bankname } = acceptance.requisites;
  const sealed = needs.operations.sealNumber(shopId, operationId, number);
  return needs.payments.accept({
    shopId,
    operationId,
    attemptId,
    status: acceptedStatus(acceptance),
    numberEncrypted: sealed.encrypted,
    numberDigest: sealed.digest,
    holderName: plainName(api, name),
    bankname,
    banknameDetails: destination.banknameDetails,
    detailsEncrypted: needs.operations.sealDetails({ shopId, operationId, api }, destination),
    payableAmount: acceptance.payableAmount?.toFixed(2) ?? null,
    lifetimeSeconds,
    event: acceptanceEvent(acceptance, api),
    eventId: newId(),
  });
};
