import tseslint from 'typescript-eslint';

/** What no module may contain. */
const everywhere = [
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Named exports only: one name for one thing, in every file that uses it.',
  },
  {
    selector: 'CallExpression[callee.name="parseFloat"], CallExpression[callee.property.name="parseFloat"]',
    message: 'Money is never a JavaScript number; use decimal() of #platform/money.',
  },
];

/** A query is written in a store, where its name says the purpose; everybody else calls the store. */
const sqlOutsideStores = [
  {
    selector: 'CallExpression[callee.property.name="raw"]:not([callee.object.name="express"])',
    message: 'SQL lives in *-store.ts only.',
  },
  {
    selector: 'CallExpression[callee.name=/^(database|tx|transaction)$/]',
    message: 'Queries live in *-store.ts only.',
  },
];

const climbing = {
  regex: '^(\\.\\./){3,}',
  message: 'Use a package import (#platform/…, #features/…); see "imports" in package.json.',
};

const statements = {
  name: '#platform/database',
  importNames: ['runStatement', 'runForRow'],
  message: 'Statements run in *-store.ts only.',
};

/** The modules that are stores as a whole, and the single files that read or write tables of their own. */
const sqlRooms = [
  'server/**/*-store.ts',
  'server/platform/**',
  'server/database/**',
  'server/ledger/**',
  'server/outbox/**',
  'server/providers/routing.ts',
  'server/providers/sandbox/sandbox-orders.ts',
  // One insert, which every change by hand calls inside its own transaction.
  'server/features/access/audit-log.ts',
  // The invariants are queries, each a sentence beside its SQL.
  'server/features/reports/**',
];

const tests = ['**/*.test.ts', '**/*-fixture.ts', 'test/**'];

export default tseslint.config(
  {
    ignores: ['**/node_modules/', '**/dist/', 'generated/', 'docs/site/', '.turnpike/', '.cache/'],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-else-return': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'max-lines-per-function': ['error', { max: 70, skipComments: true }],
      'no-restricted-imports': ['error', { patterns: [climbing] }],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: true, allowArray: true },
      ],
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: 'typeLike',
          format: ['PascalCase'],
          custom: { regex: '^I[A-Z]|(Utils?|Helpers?|Manager)$', match: false },
        },
      ],
      // jsonc-parser's token kinds are a const enum, Prism's error codes too: our copies have no enum to share.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // A handler is async because its interface is, whether or not this one waits for something.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: [...sqlRooms, ...tests, 'server/local/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [climbing], paths: [statements] }],
      'no-restricted-syntax': ['error', ...everywhere, ...sqlOutsideStores],
    },
  },
  {
    files: ['server/**/*.ts', 'sdk/src/**/*.ts'],
    ignores: tests,
    rules: { 'no-console': 'error' },
  },
  {
    // A test reads from top to bottom; a table of cases is one long function on purpose.
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      // Rows of a query and bodies of answers are what a test looks into.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // One template literal of SQL is one function, however long.
    files: ['server/database/tables/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // What a tool loads by its default export.
    files: [
      'eslint.config.mjs',
      'test/jest.config.mjs',
      'test/support/slow-first.mjs',
      'test/support/start-postgres.ts',
      'test/support/stop-postgres.ts',
      'openapi/rules/turnpike.js',
      'sdk/tsdown.config.mjs',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
