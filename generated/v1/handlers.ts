// Written by make generate from openapi/v1; never edited by hand.

import type { operations } from './types.ts';

type ContentOf<Message> = Message extends { readonly content: infer Content } ? Content[keyof Content] : undefined;

/** An operation without such parameters gets an empty object, so that an adapter never asks whether it is there. */
type Given<Parameters> = [Parameters] extends [undefined] ? Readonly<Record<string, never>> : Readonly<NonNullable<Parameters>>;

/** Node delivers header names in lower case, whatever the document and the sender wrote. */
type LowerCased<Headers> = { readonly [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };

/** An uploaded file as a handler is given it: it waits outside of memory until the request is answered. */
export type UploadedFile = {
  readonly sizeBytes: number;
  /** SHA-256 of the content. */
  readonly digest: Buffer;
  readonly read: () => Promise<Buffer>;
};

/** Types that are shared with clients say `Blob` for a file. */
type Received<Body> = { readonly [Name in keyof Body]: Body[Name] extends Blob ? UploadedFile : Body[Name] };

/** What a handler is given: the request after validation against the document. */
export type RequestOf<Id extends keyof operations> = {
  readonly body: Received<ContentOf<operations[Id]['requestBody']>>;
  readonly params: Given<operations[Id]['parameters']['path']>;
  readonly query: Given<operations[Id]['parameters']['query']>;
  readonly headers: LowerCased<Given<operations[Id]['parameters']['header']>>;
  /** What `x-request-id` of the answer is. */
  readonly requestId: string;
};

/** Those that the document names. All else that an answer has is the same for every operation. */
type Headed = { readonly headers?: Readonly<Record<string, string>> };

type AnswersIn<Responses> = {
  [Status in keyof Responses & number]: `${Status}` extends `2${string}` | '304'
    ? Responses[Status] extends { readonly content: infer Content }
      ? { readonly status: Status; readonly body: Content[keyof Content] } & Headed
      : { readonly status: Status } & Headed
    : never;
}[keyof Responses & number];

/** What a handler may return: the documented responses of 2xx and 304. Errors are thrown, never returned. */
export type AnswerOf<Id extends keyof operations> = AnswersIn<operations[Id]['responses']>;

export interface BalancesHandlers<Caller> {
  /** List the balances of the shop */
  listBalances(request: RequestOf<'listBalances'>, caller: Caller): Promise<AnswerOf<'listBalances'>>;
}

export interface MethodsHandlers<Caller> {
  /** List the methods the shop can use */
  listMethods(request: RequestOf<'listMethods'>, caller: Caller): Promise<AnswerOf<'listMethods'>>;
}

export interface OperationsHandlers<Caller> {
  /** Cancel a payment */
  cancelOperation(request: RequestOf<'cancelOperation'>, caller: Caller): Promise<AnswerOf<'cancelOperation'>>;
  /** Read the state of an operation */
  getOperationState(request: RequestOf<'getOperationState'>, caller: Caller): Promise<AnswerOf<'getOperationState'>>;
  /** List the operations of the shop */
  listOperations(request: RequestOf<'listOperations'>, caller: Caller): Promise<AnswerOf<'listOperations'>>;
}

export interface PaymentsHandlers<Caller> {
  /** Upload the receipt of a payment */
  confirmPayment(request: RequestOf<'confirmPayment'>, caller: Caller): Promise<AnswerOf<'confirmPayment'>>;
  /** Create a payment */
  createPayment(request: RequestOf<'createPayment'>, caller: Caller): Promise<AnswerOf<'createPayment'>>;
  /** Create a payment with a hosted page */
  createPaymentLink(request: RequestOf<'createPaymentLink'>, caller: Caller): Promise<AnswerOf<'createPaymentLink'>>;
}

export interface PayoutsHandlers<Caller> {
  /** Create a payout */
  createPayout(request: RequestOf<'createPayout'>, caller: Caller): Promise<AnswerOf<'createPayout'>>;
}

export interface ProbesHandlers {
  /** Is the process healthy? */
  getHealth(request: RequestOf<'getHealth'>): Promise<AnswerOf<'getHealth'>>;
  /** Is the process alive? */
  getLiveness(request: RequestOf<'getLiveness'>): Promise<AnswerOf<'getLiveness'>>;
  /** Can it take requests? */
  getReadiness(request: RequestOf<'getReadiness'>): Promise<AnswerOf<'getReadiness'>>;
}

/** Every operation of the document: an object that `satisfies` this has answered all of them. */
export interface Handlers<Caller>
  extends BalancesHandlers<Caller>,
    MethodsHandlers<Caller>,
    OperationsHandlers<Caller>,
    PaymentsHandlers<Caller>,
    PayoutsHandlers<Caller>,
    ProbesHandlers {}
