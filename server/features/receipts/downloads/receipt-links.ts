import { timingSafeEqual } from 'node:crypto';
import type { ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import type { Receipt } from '#features/operations';
import type { ReceiptStorages } from '../storage/storage.ts';

/** Names one receipt of one operation, wherever its document is. */
export type ReceiptRef = { readonly shopId: ShopId; readonly operationId: string; readonly receiptId: string };

/** The parts of a link of ours, as they come back to us. */
export type LinkParts = {
  readonly receiptId: string;
  readonly of: string;
  readonly expires: string;
  readonly signature: string;
};

export type ReceiptLinksNeeds = {
  readonly keyRing: Pick<KeyRing, 'digest'>;
  readonly storages: Pick<ReceiptStorages, 'of'>;
  /** Scheme, host and port under which merchants reach us. */
  readonly publicUrl: () => string;
};

// Long enough to fetch it at once, too short to be kept in place of the document.
const lifetimeSeconds = 300;
const purpose = 'receipt link';
const uuidBytes = 16;

export const fileNameOf = (receiptId: string): string => `receipt-${receiptId}.pdf`;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const signedText = ({ receiptId, of, expires }: Omit<LinkParts, 'signature'>): string =>
  `${receiptId}\n${of}\n${expires}`;

const isSame = (given: Buffer, wanted: Buffer): boolean =>
  given.length === wanted.length && timingSafeEqual(given, wanted);

/**
 * Compared as text, so a signature has one form only: decoders take other spellings of the same bytes, and each would be
 * one more address of the same document.
 */
const judgeSignature = (
  keyRing: Pick<KeyRing, 'digestsOf'>,
  link: LinkParts,
): 'signed' | 'not_canonical' | 'forged' => {
  const digests = keyRing.digestsOf(purpose, signedText(link));
  const given = Buffer.from(link.signature);
  if (digests.some((digest) => isSame(given, Buffer.from(digest.toString('base64url'))))) return 'signed';
  const decoded = Buffer.from(link.signature, 'base64url');
  return digests.some((digest) => isSame(decoded, digest)) ? 'not_canonical' : 'forged';
};

/** Which receipt a link of ours leads to, or why it leads nowhere: that is for the log, and no caller is told. */
export const readLink = (
  keyRing: Pick<KeyRing, 'digestsOf'>,
  link: LinkParts,
): ReceiptRef | 'not_canonical' | 'forged' | 'expired' => {
  const judgement = judgeSignature(keyRing, link);
  if (judgement !== 'signed') return judgement;
  const ids = Buffer.from(link.of, 'base64url');
  if (ids.length !== 2 * uuidBytes) return 'forged';
  if (Number(link.expires) * 1_000 < Date.now()) return 'expired';
  return {
    shopId: uuidOf(ids.subarray(0, uuidBytes)) as ShopId,
    operationId: uuidOf(ids.subarray(uuidBytes)),
    receiptId: link.receiptId,
  };
};

const signLink = (
  { keyRing, publicUrl }: ReceiptLinksNeeds,
  { shopId, operationId, receiptId }: ReceiptRef,
): string => {
  const of = Buffer.concat([bytesOf(shopId), bytesOf(operationId)]).toString('base64url');
  const expires = String(Math.floor(Date.now() / 1_000) + lifetimeSeconds);
  const signature = keyRing.digest(purpose, signedText({ receiptId, of, expires })).toString('base64url');
  return `${publicUrl()}/receipts/${receiptId}?of=${of}&expires=${expires}&signature=${signature}`;
};

export type LinkReceipt = (shopId: ShopId, operationId: string, receipt: Receipt) => Promise<string | null>;

/**
 * Short-lived links to the documents of receipts: the storage's own where it has such, else ours. Null for a receipt
 * without a document. Rejects when the file cannot be had just now.
 */
export const createLinkReceipt =
  (needs: ReceiptLinksNeeds): LinkReceipt =>
  async (shopId, operationId, { receiptId, file, documentId }) => {
    const ours = (): string => signLink(needs, { shopId, operationId, receiptId });
    if (file === null) return documentId === null ? null : ours();
    const stored = { shopId, fileId: file.fileId };
    return (await needs.storages.of(file.storage).linkTo(stored, fileNameOf(receiptId), lifetimeSeconds)) ?? ours();
  };
