import type { Database } from '#platform/database';

/** A time that has come. Columns of times are rounded to the millisecond, so that `now()` may still be to come in the next statement. */
export const alreadyDue = (database: Database) => database.raw(`now() - interval '1 second'`);
