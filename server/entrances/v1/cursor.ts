import { createHash } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Place } from '#features/operations';

const placeBytes = 24;
const sealBytes = 8;
const latestMs = 8.64e15;

/**
 * Not a secret and no signature: a place tells nothing, and a caller that makes one up reads only its own shop's. It tells a
 * cursor that was cut, mistyped or sent with other filters from one that fits.
 */
const sealOf = (place: Buffer, listing: string): Buffer =>
  createHash('sha256').update(place).update(listing).digest().subarray(0, sealBytes);

/** A place in a listing as text; `listing` names whose it is and what it leaves out. */
export const writeCursor = ({ createdAt, operationId }: Place, listing: string): string => {
  const place = Buffer.alloc(placeBytes);
  place.writeBigInt64BE(BigInt(createdAt.getTime()));
  place.set(parse(operationId), placeBytes - 16);
  return Buffer.concat([place, sealOf(place, listing)]).toString('base64url');
};

/** Null for what is no cursor of this listing. */
export const readCursor = (text: string, listing: string): Place | null => {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding passes over what is no base64url, so that only writing it again shows whether it was.
  if (bytes.length !== placeBytes + sealBytes || bytes.toString('base64url') !== text) return null;
  const place = bytes.subarray(0, placeBytes);
  if (!bytes.subarray(placeBytes).equals(sealOf(place, listing))) return null;
  const createdMs = Number(place.readBigInt64BE());
  if (Math.abs(createdMs) > latestMs) return null;
  return { createdAt: new Date(createdMs), operationId: stringify(place.subarray(placeBytes - 16)) };
};
