import type { Command } from 'commander';
import type { Uses } from './compose.ts';

/** Gives a command its options, actions and subcommands. `fail` makes the exit code 1 without a refusal. */
type AddCommands = (command: Command, uses: Uses, fail: () => void) => void;

export type CommandGroup = {
  /** The word and the arguments of the command. */
  readonly words: string;
  readonly description: string;
  /** Only what is called is loaded: the rest of the server takes longer than most commands run. */
  readonly load: () => Promise<AddCommands>;
};

/** Every word that may follow `turnpike`, in the order in which `--help` shows them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    words: 'migrate',
    description: 'bring the database schema up to date',
    load: async () => (await import('./database-commands.ts')).addMigrateCommand,
  },
  {
    words: 'seed',
    description: 'set up the demo: two test shops with keys, balances, tariffs and sandbox routes',
    load: async () => (await import('./database-commands.ts')).addSeedCommand,
  },
  {
    words: 'apply [file]',
    description: 'set up merchants, shops, methods, providers, routes, tariffs, rates and endpoints from one YAML file',
    load: async () => (await import('./apply-command.ts')).addApplyCommand,
  },
  {
    words: 'shops',
    description: 'look at shops',
    load: async () => (await import('./shops-commands.ts')).addShopsCommands,
  },
  {
    words: 'keys',
    description: 'issue, revoke and list API keys',
    load: async () => (await import('./keys-commands.ts')).addKeysCommands,
  },
  {
    words: 'clients',
    description: 'issue, revoke and list h2h clients, replace their secrets',
    load: async () => (await import('./clients-commands.ts')).addClientsCommands,
  },
  {
    words: 'tokens',
    description: 'issue h2h tokens that live for days, revoke and list tokens',
    load: async () => (await import('./tokens-commands.ts')).addTokensCommands,
  },
  {
    words: 'signing-keys',
    description: 'replace, revoke and list the keys that h2h tokens are signed with',
    load: async () => (await import('./signing-keys-commands.ts')).addSigningKeysCommands,
  },
  {
    words: 'keys-ring',
    description: 'make keys of the key ring, see what hangs on them, replace them',
    load: async () => (await import('./keys-ring-commands.ts')).addKeysRingCommands,
  },
  {
    words: 'operations',
    description: 'find, list and show operations',
    load: async () => (await import('./operations-commands.ts')).addOperationsCommands,
  },
  {
    words: 'balances',
    description: 'deposit, withdraw and list the money of shops',
    load: async () => (await import('./balances-commands.ts')).addBalancesCommands,
  },
  {
    words: 'rates',
    description: 'set, import and list exchange rates',
    load: async () => (await import('./rates-commands.ts')).addRatesCommands,
  },
  {
    words: 'banks',
    description: 'take up the dictionary of banks that payouts can name, and list them',
    load: async () => (await import('./banks-commands.ts')).addBanksCommands,
  },
  {
    words: 'payments',
    description: 'look after orders of payments whose provider does not say that they are void',
    load: async () => (await import('./payments-commands.ts')).addPaymentsCommands,
  },
  {
    words: 'payouts',
    description: 'look after payouts whose provider does not say what became of them',
    load: async () => (await import('./payouts-commands.ts')).addPayoutsCommands,
  },
  {
    words: 'reviews',
    description: 'decide about receipts that nobody else can decide about',
    load: async () => (await import('./reviews-commands.ts')).addReviewsCommands,
  },
  {
    words: 'suspense',
    description: 'settle provider money that no operation counts',
    load: async () => (await import('./suspense-commands.ts')).addSuspenseCommands,
  },
  {
    words: 'maintenance',
    description: 'plan times in which a provider gets no new orders',
    load: async () => (await import('./maintenance-commands.ts')).addMaintenanceCommands,
  },
  {
    words: 'connectors',
    description: 'connect providers over HTTP, list them, replace their secrets',
    load: async () => (await import('./connectors-commands.ts')).addConnectorsCommands,
  },
  {
    words: 'reconcile',
    description: "match providers' settlement files, and decide where they differ",
    load: async () => (await import('./reconcile-commands.ts')).addReconcileCommands,
  },
  {
    words: 'incidents',
    description: 'see what providers took back',
    load: async () => (await import('./incident-commands.ts')).addIncidentCommands,
  },
  {
    words: 'webhooks',
    description: 'look at deliveries, send again, rotate secrets',
    load: async () => (await import('./webhooks-commands.ts')).addWebhooksCommands,
  },
  {
    words: 'connector',
    description: 'try a connector to a bank or payment system by its contract',
    load: async () => (await import('./connector-commands.ts')).addConnectorCommands,
  },
  {
    words: 'audit',
    description: 'read what was changed by hand, when and by whom',
    load: async () => (await import('./audit-commands.ts')).addAuditCommands,
  },
  {
    words: 'check',
    description: 'check that nothing was lost: every invariant of ledger, operations and events, on one snapshot',
    load: async () => (await import('./check-command.ts')).addCheckCommand,
  },
];
