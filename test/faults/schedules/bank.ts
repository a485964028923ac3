import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { zero } from '#platform/money';
import { factOf, wantsInVain, type BankOrder, type NewOrder } from './bank-order.ts';
import type { Books } from './bank-books.ts';
import type { BankScript } from './plan-operations.ts';

/** `asked` is the amount of all of the operation, by which the script is known. */
export type Question = NewOrder & { readonly asked: string; readonly fileId: string; readonly digest: string };

const read = async (request: IncomingMessage): Promise<Question> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Question;
};

const acceptance = (order: BankOrder) => ({
  outcome: 'accepted',
  requisites: { number: order.number, name: 'IVAN PETROV', bankname: 'sber', banknameDetails: 'Сбербанк' },
  isReceiptRequired: order.script.receipt !== null || wantsInVain(order),
});
const declined = { outcome: 'declined', reason: 'no' };
const tooLateMs = 1_600;
const latecomerMs = 1_500;

/** Two banks behind one door. They answer by the script of the operation, and keep their books whatever they answer. */
export const openBank = async (books: Books, scriptOf: (amount: string) => BankScript) => {
  const hanging = new Set<ServerResponse>();
  const unclearVoids = new Map<string, number>();
  const complaints: string[] = [];
  const onTheirWay = new Set<() => void>();
  let isHonest = false;

  /** What goes wrong goes wrong at the first bank. */
  const answerOf = ({ providerId, asked }: Question): BankScript['answer'] => {
    const { answer } = scriptOf(asked);
    if (answer === 'declines, as does the other' || answer === 'slow') return answer;
    return providerId.endsWith('-1') && !isHonest ? answer : 'accepts';
  };
  /** Null: it breaks off, or never answers. */
  const create = async (question: Question, response: ServerResponse): Promise<object | null> => {
    const answer = answerOf(question);
    const { asked, fileId: _fileId, digest: _digest, ...order } = question;
    const script = scriptOf(asked);
    if (answer.startsWith('declines'))
      return books.find(order.attemptId) === undefined ? declined : { outcome: 'unknown' };
    if (answer === 'breaks off, nothing taken') return null;
    if (answer === 'breaks off, taken later') {
      // Until then no look-up of the order finds it.
      const arrive = (): void => {
        if (onTheirWay.delete(arrive)) void books.place({ ...order, script });
      };
      onTheirWay.add(arrive);
      setTimeout(arrive, latecomerMs).unref();
      return null;
    }
    if (order.type === 'payout' && order.providerId.endsWith('-2') && books.find(order.attemptId) !== undefined) {
      complaints.push(`The leg ${order.attemptId} was sent twice to a bank that carries out each.`);
    }
    await sleep(script.answersAfterMs);
    const placed = await books.place({ ...order, script });
    if (placed === null || placed.state === 'voided') return declined;
    if (answer === 'breaks off, all taken') return null;
    if (answer === 'hangs') {
      hanging.add(response);
      return new Promise((resolve) => response.once('close', () => resolve(null)));
    }
    if (answer === 'too late') await sleep(tooLateMs);
    if (answer === 'slow') await sleep(script.paysAfterMs / 2);
    return order.type === 'payment' ? acceptance(placed) : { outcome: 'accepted' };
  };
  const voidOrder = (attemptId: string): object => {
    const order = books.find(attemptId);
    const asked = unclearVoids.get(attemptId) ?? 0;
    unclearVoids.set(attemptId, asked + 1);
    if (!isHonest && asked < (order?.script.unclearVoids ?? 0)) return { outcome: 'unknown' };
    const voided = books.void(attemptId);
    return voided === null || voided.paid.eq(zero)
      ? { outcome: 'voided' }
      : { outcome: 'paid', paidTotal: voided.paid.toFixed(2) };
  };
  const lookUp = ({ type, attemptId, providerId }: Question): object => {
    const order = books.find(attemptId);
    if (type === 'payment')
      return order?.state === 'open' || order?.state === 'paid' ? acceptance(order) : { outcome: 'unknown' };
    if (order !== undefined) return { outcome: 'found', fact: factOf(order) };
    if (!isHonest || providerId.endsWith('-1')) return { outcome: 'not_found' };
    // What has not come by now will not be taken any more.
    books.void(attemptId);
    return declined;
  };
  /** Null: it breaks off. */
  const review = ({ attemptId, fileId, digest }: Question): object | null => {
    const order = books.find(attemptId);
    if (order === undefined || order.script.receipt === null) {
      complaints.push(`A receipt was given to a bank that asked for none, for the attempt ${attemptId}.`);
      return { outcome: 'unknown' };
    }
    return books.reviews.take(order, order.script.receipt, fileId, digest) ? { outcome: 'taken' } : null;
  };
  const say = (path: string | undefined, question: Question): object | null => {
    if (path === '/review') return review(question);
    return path === '/void' ? voidOrder(question.attemptId) : lookUp(question);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = await read(request);
    const said = request.url === '/create' ? await create(question, response) : say(request.url, question);
    if (said === null) response.destroy();
    else response.end(JSON.stringify(said));
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    /** What no bank may be asked for, and was. */
    complaints: (): readonly string[] => complaints,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on it answers every question at once and as it is. */
    finish: (): void => {
      isHonest = true;
      for (const response of hanging) response.destroy();
      for (const arrive of [...onTheirWay]) arrive();
      books.finish();
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type Bank = Awaited<ReturnType<typeof openBank>>;
