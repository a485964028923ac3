// Written by make generate from openapi/h2h; never edited by hand.

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

export interface BanksHandlers<Caller> {
  /** List the banks of sbp */
  listBanks(request: RequestOf<'listBanks'>, caller: Caller): Promise<AnswerOf<'listBanks'>>;
}

export interface OperationsHandlers<Caller> {
  /** Read operations by the merchant's ID */
  findOperations(request: RequestOf<'findOperations'>, caller: Caller): Promise<AnswerOf<'findOperations'>>;
  /** Read an operation by its platform ID */
  getOperation(request: RequestOf<'getOperation'>, caller: Caller): Promise<AnswerOf<'getOperation'>>;
  /** List operations */
  listOperations(request: RequestOf<'listOperations'>, caller: Caller): Promise<AnswerOf<'listOperations'>>;
}

export interface PayInHandlers<Caller> {
  /** Create a PayIn */
  createPayIn(request: RequestOf<'createPayIn'>, caller: Caller): Promise<AnswerOf<'createPayIn'>>;
}

export interface PayOutHandlers<Caller> {
  /** Create a PayOut */
  createPayOut(request: RequestOf<'createPayOut'>, caller: Caller): Promise<AnswerOf<'createPayOut'>>;
}

export interface TokensHandlers<Caller> {
  /** Get a token */
  issueToken(request: RequestOf<'issueToken'>, caller: Caller): Promise<AnswerOf<'issueToken'>>;
  /** List the keys that tokens are signed with */
  listSigningKeys(request: RequestOf<'listSigningKeys'>): Promise<AnswerOf<'listSigningKeys'>>;
}

/** Every operation of the document: an object that `satisfies` this has answered all of them. */
export interface Handlers<Caller>
  extends BanksHandlers<Caller>,
    OperationsHandlers<Caller>,
    PayInHandlers<Caller>,
    PayOutHandlers<Caller>,
    TokensHandlers<Caller> {}
