// Written by make generate from openapi/connector; never edited by hand.

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

export interface ConnectorHandlers<Caller> {
  /** Tell what you can do */
  getCapabilities(request: RequestOf<'getCapabilities'>, caller: Caller): Promise<AnswerOf<'getCapabilities'>>;
  /** Tell how you are */
  getHealth(request: RequestOf<'getHealth'>, caller: Caller): Promise<AnswerOf<'getHealth'>>;
  /** Tell your balances */
  listBalances(request: RequestOf<'listBalances'>, caller: Caller): Promise<AnswerOf<'listBalances'>>;
}

export interface EvidenceHandlers<Caller> {
  /** Fetch the document about a transfer */
  fetchDocument(request: RequestOf<'fetchDocument'>, caller: Caller): Promise<AnswerOf<'fetchDocument'>>;
  /** Fetch the evidence of an attempt */
  fetchEvidence(request: RequestOf<'fetchEvidence'>, caller: Caller): Promise<AnswerOf<'fetchEvidence'>>;
}

export interface PaymentsHandlers<Caller> {
  /** Place an order for a payment */
  createPayment(request: RequestOf<'createPayment'>, caller: Caller): Promise<AnswerOf<'createPayment'>>;
  /** Look a payment up */
  lookUpPayment(request: RequestOf<'lookUpPayment'>, caller: Caller): Promise<AnswerOf<'lookUpPayment'>>;
  /** Hand over a receipt for review */
  submitReceipt(request: RequestOf<'submitReceipt'>, caller: Caller): Promise<AnswerOf<'submitReceipt'>>;
  /** Void a payment */
  voidPayment(request: RequestOf<'voidPayment'>, caller: Caller): Promise<AnswerOf<'voidPayment'>>;
}

export interface PayoutsHandlers<Caller> {
  /** Send a leg of a payout */
  createPayout(request: RequestOf<'createPayout'>, caller: Caller): Promise<AnswerOf<'createPayout'>>;
  /** Look a leg up */
  lookUpPayout(request: RequestOf<'lookUpPayout'>, caller: Caller): Promise<AnswerOf<'lookUpPayout'>>;
}

/** Every operation of the document: an object that `satisfies` this has answered all of them. */
export interface Handlers<Caller>
  extends ConnectorHandlers<Caller>,
    EvidenceHandlers<Caller>,
    PaymentsHandlers<Caller>,
    PayoutsHandlers<Caller> {}
