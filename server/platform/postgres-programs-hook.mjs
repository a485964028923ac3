let programs;

/** @param {import('./postgres-programs.ts').PostgresPrograms} data */
export const initialize = (data) => {
  programs = data;
};

/** Leads the import of the programs' package to where they can be reached. */
export const resolve = (specifier, context, nextResolve) =>
  specifier === programs.packageName
    ? { url: programs.entryUrl, format: 'module', shortCircuit: true }
    : nextResolve(specifier, context);
