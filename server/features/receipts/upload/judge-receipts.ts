import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import type { Doubt, Found, ReceiptFilesStore, RecordedFile } from './receipt-files-store.ts';

/** Why an operator looks at a file before its provider sees it. One that no reader opens is no sign of fraud. */
const doubtAbout = ({ verdict, antivirus }: Found, isUsedElsewhere: boolean): Doubt => {
  if (antivirus?.isScanned === true && antivirus.malware !== null) return 'potential_fake';
  if (verdict === 'unreadable') return 'not_terminal';
  return verdict !== 'sound' || isUsedElsewhere ? 'potential_fake' : null;
};

/**
 * Finds out whether a recorded file was used before, in any shop, and says so to its payment. Both steps may be repeated: the
 * first payment that is remembered for a content stays, and a file is judged once.
 */
export const judgeReceipt = async (
  files: Pick<ReceiptFilesStore, 'remember' | 'judge'>,
  file: RecordedFile,
): Promise<void> => {
  const isUsedElsewhere = await files.remember(file);
  await files.judge(file, isUsedElsewhere, doubtAbout(file.findings, isUsedElsewhere));
};

export type JudgeReceiptsNeeds = {
  readonly files: Pick<ReceiptFilesStore, 'claimToJudge' | 'remember' | 'judge'>;
  readonly log: Log;
  /** An event waits to be sent. */
  readonly followUp: () => void;
};

const mostToJudge = 20;

/** Judges what the process that recorded it did not live to judge. True when there may be more to do at once. */
export const judgeReceipts = async ({ files, log, followUp }: JudgeReceiptsNeeds): Promise<boolean> => {
  const due = await files.claimToJudge(mostToJudge);
  await eachApart(due.rows, (file) => judgeReceipt(files, file), log, 'a receipt could not be judged');
  if (due.rows.length > 0) followUp();
  return due.isMore;
};
