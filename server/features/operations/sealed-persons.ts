import type { Api } from '#platform/apis';
import type { KeyRing } from '#platform/secrets';
import { profileOf } from './api-profile.ts';
import type { SealedDetails } from './operation.ts';
import { clientPlace, detailsPlace } from './sealed-places.ts';

/** What a merchant tells of its client, as providers are told of it. */
export type Client = {
  readonly ip: string | null;
  readonly phone: string | null;
  /** Since when the merchant knows the client. */
  readonly createdAt: Date | null;
};

/** The same, as a create has it. */
export type ClientOfCreate = {
  readonly clientIp: string | null;
  readonly clientPhone: string | null;
  readonly clientCreatedAt: Date | null;
};

type Row = { readonly shopId: string; readonly operationId: string };

const nothingIn = (values: object): boolean => Object.values(values).every((value) => value === null);

/** Null where there is nothing to seal, or where its API keeps it otherwise. */
export const sealClient = (
  keyRing: Pick<KeyRing, 'encrypt'>,
  { shopId, operationId, api }: Row & { readonly api: Api },
  { clientIp: ip, clientPhone: phone, clientCreatedAt: createdAt }: ClientOfCreate,
): Buffer | null => {
  const client: Client = { ip, phone, createdAt };
  if (!profileOf(api).sealsPersons || nothingIn(client)) return null;
  return keyRing.encrypt(JSON.stringify(client), clientPlace(shopId, operationId));
};

/** The client of a row: sealed, or an address alone. */
export const unsealClient = (
  keyRing: Pick<KeyRing, 'decrypt'>,
  { shopId, operationId }: Row,
  { sealed, ip }: { readonly sealed: Buffer | null; readonly ip: string | null },
): Client => {
  if (sealed === null) return { ip, phone: null, createdAt: null };
  const read = JSON.parse(keyRing.decrypt(sealed, clientPlace(shopId, operationId))) as Client;
  return { ...read, createdAt: read.createdAt === null ? null : new Date(read.createdAt) };
};

/** As sealClient, of a destination. */
export const sealDetails = (
  keyRing: Pick<KeyRing, 'encrypt'>,
  { shopId, operationId, api }: Row & { readonly api: Api },
  { name, numberAdditional, qrCode }: SealedDetails,
): Buffer | null => {
  const details: SealedDetails = { name, numberAdditional, qrCode };
  if (!profileOf(api).sealsPersons || nothingIn(details)) return null;
  return keyRing.encrypt(JSON.stringify(details), detailsPlace(shopId, operationId));
};

/** What of a destination stands in a column of its own. */
export const plainName = (api: Api, name: string | null): string | null => (profileOf(api).sealsPersons ? null : name);
