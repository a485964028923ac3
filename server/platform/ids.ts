import { v7 } from 'uuid';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type ShopId = Branded<'ShopId'>;
export type MerchantId = Branded<'MerchantId'>;
export type OperationId = Branded<'OperationId'>;
export type AttemptId = Branded<'AttemptId'>;
export type EventId = Branded<'EventId'>;
export type EndpointId = Branded<'EndpointId'>;
/** Whose deliveries wait for each other alone: an endpoint, or what stands for the server of operations' own URLs. */
export type ReceiverId = EndpointId | Branded<'ServerId'>;
export type KeyId = Branded<'KeyId'>;
export type ClientId = Branded<'ClientId'>;
export type TokenId = Branded<'TokenId'>;
export type SigningKeyId = Branded<'SigningKeyId'>;

/** A new UUIDv7: sorts by creation time; its 74 random bits come from the system's CSPRNG. */
export const newId = <Id extends string>(): Id => v7() as Id;

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidForm.test(text);
