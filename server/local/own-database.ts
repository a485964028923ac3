import { messageOf, OperatorError } from '#platform/errors';

type Failure = { readonly code?: string; readonly message?: string };

const isFailure = (error: unknown): error is Failure => typeof error === 'object' && error !== null;

/** Without the statement that knex puts in front. */
const lastSentence = (error: unknown): string => messageOf(error).split(' - ').at(-1) ?? '';

/** The database of the user's own that is not as it must be: one line says what is wrong and what to do about it. */
export const explainDatabase = (error: unknown, databaseUrl: string, setting: string): unknown => {
  if (!isFailure(error) || error instanceof OperatorError) return error;
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const place = `${hostname || 'localhost'}:${port || '5432'}`;
  const name = decodeURIComponent(pathname.slice(1));
  const role = decodeURIComponent(username);
  const own = 'leave DATABASE_URL out: make run brings a Postgres of its own';
  const explain = (text: string): OperatorError => new OperatorError(`${setting}: ${text}`);
  const { code = '' } = error;
  if (/^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code) || /timeout expired/.test(messageOf(error))) {
    return explain(`nothing answers at ${place} (${code || 'no answer in time'}). Start that Postgres, or ${own}.`);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return explain(`there is no host ${hostname} (${code}). Mend the name, or ${own}.`);
  if (code === '3D000')
    return explain(`there is no database ${name} at ${place}. Create it, such as with \`createdb\`, or ${own}.`);
  if (code.startsWith('28'))
    return explain(`the Postgres at ${place} does not let the role ${role} in: ${lastSentence(error)}.`);
  if (code === '42501') {
    return explain(
      `the role ${role} lacks a right in the database ${name}: ${lastSentence(error)}. ` +
        `It should own the database: alter database "${name}" owner to "${role}".`,
    );
  }
  return error;
};
