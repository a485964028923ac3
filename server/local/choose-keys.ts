import { isKeyRingNeeded } from '#features/privacy';
import type { Database } from '#platform/database';
import { OperatorError } from '#platform/errors';
import type { DataDirectory } from './places.ts';

type Needs = {
  /** Migrated. */
  readonly database: Database;
  readonly places: Pick<DataDirectory, 'keysFile' | 'readKeys' | 'makeKeys'>;
};

/** `given`, else the ring of the data directory; a new one only where nothing can hang on another. */
export const chooseKeys = async ({ database, places }: Needs, given: string | undefined): Promise<string> => {
  const present = given || places.readKeys();
  if (present !== null) return present;
  if (await isKeyRingNeeded(database)) {
    throw new OperatorError(
      `The database holds what was sealed with a key ring, and neither TURNPIKE_KEYS nor ${places.keysFile} names one: ` +
        'set TURNPIKE_KEYS to that ring. A new one could not open it.',
    );
  }
  return places.makeKeys();
};
