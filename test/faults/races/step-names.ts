const confirmations = ['confirm', 'confirm (bad file)', 'confirm again', 'confirm another'] as const;
const verdicts = ['found good', 'found good in part', 'found bad', 'doubted', 'other found bad'] as const;
const decisions = ['approve', 'reject', 'ask again'] as const;

export type Confirmation = (typeof confirmations)[number];
export type Verdict = (typeof verdicts)[number];
export type Decision = (typeof decisions)[number];
export type ReceiptStepName = Confirmation | Verdict | Decision;

export type StepName =
  | 'create'
  | 'create again'
  | 'create again (same key)'
  | 'accepted'
  | 'accepted, receipt wanted'
  | 'declined'
  | 'no answer'
  | 'paid'
  | 'paid in part'
  | 'failed'
  | 'cancel'
  | 'cancel by id'
  | 'expire'
  | 'expire (paid unheard)'
  | 'expire (in doubt)'
  | ReceiptStepName;

const isOneOf =
  <Name extends string>(names: readonly Name[]) =>
  (step: string): step is Name =>
    (names as readonly string[]).includes(step);

export const isConfirmation = isOneOf(confirmations);
export const isVerdict = isOneOf(verdicts);
export const isDecision = isOneOf(decisions);
export const isReceiptStep = isOneOf([...confirmations, ...verdicts, ...decisions]);
export const isCancellation = isOneOf(['cancel', 'cancel by id']);
