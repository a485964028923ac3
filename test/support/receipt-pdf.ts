import { createHash } from 'node:crypto';
import { textPage, writePdf } from '../../server/features/receipts/pdf/pdf-fixture.ts';

export type ReceiptParts = {
  /** A decimal string, shown with a comma and grouped, as banks do. */
  readonly amount: string;
  /** The destination, shown masked but for its last four digits. */
  readonly number: string;
  /** More lines of text, before the amount. */
  readonly lines?: readonly string[];
  /** Makes the file differ from every other one of the same content. */
  readonly nonce?: string | number;
  /** The file is filled up to exactly so many bytes, by what no reader shows and no storage can compress. */
  readonly sizeBytes?: number;
};

const shown = (amount: string): string => {
  const [whole = '', decimals = '00'] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${decimals} ₽`;
};

const noise = (seed: string, length: number): string =>
  createHash('shake256', { outputLength: length }).update(seed).digest('base64').slice(0, length);

/** A bank's receipt of one page that can be read: the same parts make the same bytes. */
export const receiptPdf = ({ amount, number, lines = [], nonce = '', sizeBytes = 0 }: ReceiptParts): Buffer => {
  const text = [
    'Чек по операции',
    'Перевод клиенту банка',
    ...lines,
    `Сумма ${shown(amount)}`,
    `Получатель •• ${number.slice(-4)}`,
  ];
  const seed = createHash('sha256').update(`${nonce}`).digest('hex');
  const write = (filling: number): Buffer =>
    writePdf(textPage(text), nonce === '' ? '' : `/Nonce (${seed})`, filling > 0 ? noise(seed, filling) : '');
  const missing = sizeBytes - write(0).length;
  if (missing <= 0) return write(0);
  // The longer the file, the longer the number at its end that tells where its table begins.
  return write(missing - (write(missing).length - sizeBytes));
};
