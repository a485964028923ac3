import { messageOf, RequestError } from '#platform/errors';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { Antivirus, Scan } from './antivirus.ts';

export type ScanReceiptNeeds = {
  /** Null: none is configured. */
  readonly antivirus: Antivirus | null;
  /** Whether a file that could not be scanned is refused, rather than taken with a note to its reviewer. */
  readonly isRequired: boolean;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'receiptScans'>;
};

export type ScanReceipt = (content: Buffer) => Promise<Scan>;

/** @throws RequestError temporarily_unavailable, when a scan is required and the antivirus cannot tell */
export const createScanReceipt =
  ({ antivirus, isRequired, log, metrics }: ScanReceiptNeeds): ScanReceipt =>
  async (content) => {
    if (antivirus === null) return null;
    try {
      const malware = await antivirus.scan(content);
      metrics.receiptScans.inc({ outcome: malware === null ? 'clean' : 'infected' });
      return { isScanned: true, malware };
    } catch (error) {
      metrics.receiptScans.inc({ outcome: 'failed' });
      log.error({ cause: messageOf(error) }, 'a receipt could not be scanned for malware');
      if (isRequired) throw new RequestError('temporarily_unavailable');
      return { isScanned: false };
    }
  };
