import { advisoryLocks } from '#platform/advisory-locks';
import type { Database, Transaction } from '#platform/database';
import { OperatorError } from '#platform/errors';
import { programVersion } from '#platform/program-version';
import { adoptEarlierSteps, earlierSteps } from './adopt-earlier-steps.ts';
import { applyFunctions, missingFunctions } from './apply-functions.ts';
import { grantRights } from './grant-rights.ts';
import { sqlFunctions } from './sql-functions.ts';
import { migrationSource } from './tables/index.ts';

const tableName = 'schema_migrations';

/** Asked for here and not by knex, which would make its tables where there are none. */
const doneSteps = async (database: Database): Promise<readonly string[]> => {
  const { rows } = await database.raw<{ rows: unknown[] }>('select from pg_class where oid = to_regclass(?)', [
    tableName,
  ]);
  return rows.length === 0 ? [] : database<{ name: string }>(tableName).pluck('name');
};

/** Steps that this program does not know are of a later one, which leaves this one what it needs. */
const isOfLaterVersion = async (tx: Transaction): Promise<boolean> => {
  const known = [...(await migrationSource.getMigrations([])), ...earlierSteps];
  return (await doneSteps(tx)).some((name) => !known.includes(name));
};

const changeSchema = async (tx: Transaction): Promise<string[]> => {
  await adoptEarlierSteps(tx, tableName);
  const [, steps] = (await tx.migrate.latest({ migrationSource, tableName })) as [number, string[]];
  const functions = await applyFunctions(tx, sqlFunctions, programVersion());
  return [...steps, ...functions.map((name) => `function ${name}`)];
};

/** Whether the role we are may change the tables that are there, and make others. */
const isOwner = async (database: Database): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: { isOwner: boolean }[] }>(
    `select has_schema_privilege('public', 'CREATE') and not exists (
      select from pg_class where oid = to_regclass(?) and not pg_has_role(relowner, 'MEMBER')) as "isOwner"`,
    [tableName],
  );
  return rows[0]?.isOwner === true;
};

/**
 * Brings the schema up to date. Where the server has a role of its own, that gets its rights. Answers the names of the steps
 * taken: none on a database that a later version has migrated, which is left as it is.
 * @throws OperatorError when `database` is not the owner's
 */
export const migrate = async (database: Database, serverRole: string | null = null): Promise<string[]> => {
  if (!(await isOwner(database))) {
    throw new OperatorError('Only the owner of the tables can migrate them: name its address in DATABASE_OWNER_URL.');
  }
  // Tables, functions and rights change together or not at all: servers never meet the one without the other.
  return database.transaction(async (tx) => {
    // One migrates at a time; the next one waits, and then finds nothing left to do.
    await tx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.migration]);
    if (await isOfLaterVersion(tx)) return [];
    const names = await changeSchema(tx);
    if (serverRole !== null) await grantRights(tx, serverRole);
    return names;
  });
};

/** @throws OperatorError when steps or functions are missing */
export const requireCurrentSchema = async (database: Database): Promise<void> => {
  const done = await doneSteps(database);
  const open = (await migrationSource.getMigrations([])).filter((name) => !done.includes(name));
  if (open.length > 0) {
    const state = done.length === 0 ? 'is empty' : `lacks ${open.length} migration(s)`;
    throw new OperatorError(`The database ${state}; run \`turnpike migrate\` first.`);
  }
  const missing = await missingFunctions(database, sqlFunctions);
  if (missing.length > 0) {
    throw new OperatorError(`The database lacks ${missing.length} function(s); run \`turnpike migrate\` first.`);
  }
};

/** Whether our role owns the tables, and so could give itself every right that was withdrawn from it. */
export const ownsTables = async (database: Database): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: unknown[] }>(
    `select from pg_class where oid = to_regclass(?) and pg_has_role(relowner, 'MEMBER')`,
    [tableName],
  );
  return rows.length > 0;
};
