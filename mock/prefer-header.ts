import type { Choice, MockOperation } from './prism.ts';

export type Preference = { readonly code?: string; readonly example?: string };

const pair = /^\s*(code|example)\s*=\s*"?([^"]*?)"?\s*$/i;

/** The answer a client asks for with `Prefer: code=412` or `Prefer: example=insufficient_balance` (RFC 7240). */
export const readPrefer = (header: string | undefined): Preference => {
  const found = (header ?? '').split(/[,;]/).flatMap((part) => {
    const [, name, value] = pair.exec(part) ?? [];
    return name && value ? [[name.toLowerCase(), value] as const] : [];
  });
  return Object.fromEntries(found);
};

/** An example's name alone is enough: it tells the status. Undefined when the operation documents no such answer. */
export const findPreferred = (operation: MockOperation, { code, example }: Preference): Choice | undefined => {
  const found = operation.examples.find(
    ({ status, name }) => (!code || String(status) === code) && (!example || name === example),
  );
  if (found) return { status: found.status, example: found.name };
  return !example && operation.statuses.includes(Number(code)) ? { status: Number(code) } : undefined;
};
