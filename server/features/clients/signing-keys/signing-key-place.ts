import type { SealedPlace } from '#platform/secrets';

/** Where the private part of a signing key lies. Signing keys are the house's. */
export const signingKeyPlace = (keyId: string): SealedPlace => ({
  purpose: 'signing_keys.private_encrypted',
  owner: 'house',
  rowId: keyId,
});
