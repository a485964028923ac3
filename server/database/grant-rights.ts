import type { Database, Transaction } from '#platform/database';
import { OperatorError } from '#platform/errors';
import { tableRights } from './table-rights.ts';

type Role = { readonly isPowerful: boolean; readonly isOwner: boolean };

/** A role that can take the owner's place is not held by anything that is granted or withheld here. */
const requireHumble = async (tx: Transaction, role: string): Promise<void> => {
  const { rows } = await tx.raw<{ rows: Role[] }>(
    `select rolsuper or rolcreaterole or rolbypassrls or rolreplication as "isPowerful",
      pg_has_role(oid, current_user, 'MEMBER') as "isOwner"
      from pg_roles where rolname = ?`,
    [role],
  );
  const [found] = rows;
  if (found === undefined) {
    throw new OperatorError(`The server's role ${role} does not exist: create it first, with LOGIN and nothing else.`);
  }
  if (found.isPowerful || found.isOwner) {
    throw new OperatorError(
      `The server's role ${role} could take every right for itself: it must be neither a superuser, nor allowed to create roles, to replicate or to pass row security, nor a member of the owner.`,
    );
  }
};

const grantTables = async (tx: Transaction, role: string): Promise<void> => {
  await tx.raw('revoke all on all tables in schema public from public, ??', [role]);
  for (const [table, rights] of Object.entries(tableRights)) {
    await tx.raw(`grant ${rights.join(', ')} on ?? to ??`, [table, role]);
  }
};

/** Functions run with the rights of who calls them. Later ones are the role's as soon as they are made. */
const grantFunctions = async (tx: Transaction, role: string): Promise<void> => {
  await tx.raw('revoke execute on all functions in schema public from public');
  await tx.raw('grant execute on all functions in schema public to ??', [role]);
  await tx.raw('alter default privileges revoke execute on functions from public');
  await tx.raw('alter default privileges in schema public grant execute on functions to ??', [role]);
};

/**
 * Gives the server's role what the server does and nothing else; anew after each migration, as one transaction, so that
 * running servers never miss a right.
 * @throws OperatorError when the role does not exist or could help itself
 */
export const grantRights = (owner: Database, role: string): Promise<void> =>
  owner.transaction(async (tx) => {
    await requireHumble(tx, role);
    await tx.raw('revoke create on schema public from public, ??', [role]);
    await tx.raw('grant usage on schema public to ??', [role]);
    await grantTables(tx, role);
    await grantFunctions(tx, role);
  });
