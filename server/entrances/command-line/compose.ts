import { issueApiKey, listApiKeys, listAudit, revokeApiKey } from '#features/access';
import { importBanks, listBankSettings, planBanks, type BankPlan, type Dictionary } from '#features/banks';
import {
  issueClient,
  issueToken,
  listClients,
  listSigningKeys,
  listTokens,
  revokeClient,
  revokeSigningKey,
  revokeToken,
  rotateClientSecret,
  rotateSigningKey,
} from '#features/clients';
import { deposit, listBalances, withdraw, type FundingOrder } from '#features/balances';
import { listShops, showShop } from '#features/merchants';
import { listOperationsOfShop, lookUpOperations, showOperation } from '#features/operations';
import { openKeyRing, readKeyRingStatus, rotateKeyRing } from '#features/privacy';
import {
  importSettlementFile,
  listDue,
  listMismatches,
  listSettlementFiles,
  requireMismatch,
  resolveMismatch,
  showSettlementFile,
  surveySettlementFile,
  type ImportProgress,
  type OpenMismatch,
  type ResolutionOrder,
  type SettlementOrder,
  type SettlementSurvey,
} from '#features/reconciliation';
import { listRates, planTable, setRate, takeUpTable, type TableToTakeUp } from '#features/rates';
import { checkInvariants, listContradictions } from '#features/reports';
import { applySetup, exportSetup, previewSetup, seedDemo, type Plan, type ReadSetup } from '#features/setup';
import {
  findSettlement,
  listSuspense,
  requireSuspense,
  settleSuspense,
  type SuspenseSettlementPlan,
} from '#features/suspense';
import { listDeliveries, listEndpoints, replayByHand, rotateWebhookSecret } from '#features/webhooks';
import { createKeyRing } from '#platform/secrets';
import { composeDoubt } from './compose-doubt.ts';
import { composeProviders } from './compose-providers.ts';
import { composeReviews } from './compose-reviews.ts';
import { openResources, type CommandLineNeeds, type Resources, type Without } from './resources.ts';

const composeMoney = ({ actor, withDatabase }: Resources) => ({
  balances: {
    list: withDatabase(listBalances),
    deposit: withDatabase((needs, order: Without<FundingOrder>) => deposit(needs, { ...order, actor })),
    withdraw: withDatabase((needs, order: Without<FundingOrder>) => withdraw(needs, { ...order, actor })),
  },
  suspense: {
    list: withDatabase(listSuspense),
    require: withDatabase(requireSuspense),
    findSettlement: withDatabase(findSettlement),
    settle: withDatabase(
      (needs, plan: SuspenseSettlementPlan, told: { readonly reason: string; readonly reference: string | null }) =>
        settleSuspense(needs, plan, { ...told, actor }),
    ),
  },
  rates: {
    list: withDatabase(({ database }, ...filter: [Parameters<typeof listRates>[1]?]) => listRates(database, ...filter)),
    set: withDatabase((needs, rate: Parameters<typeof setRate>[1]) => setRate(needs, rate, actor)),
    plan: withDatabase(({ database }, taken: TableToTakeUp) => planTable(database, taken)),
    takeUp: withDatabase((needs, taken: TableToTakeUp) => takeUpTable(needs, taken, actor)),
  },
  banks: {
    list: withDatabase(listBankSettings),
    plan: withDatabase(planBanks),
    import: withDatabase((needs, dictionary: Dictionary, expected: BankPlan) =>
      importBanks(needs, dictionary, { actor, expected }),
    ),
  },
});

const composeReconciliation = ({ actor, withDatabase }: Resources) => ({
  reconciliation: {
    survey: withDatabase(surveySettlementFile),
    import: withDatabase((needs, order: SettlementOrder, survey: SettlementSurvey, tell: ImportProgress) =>
      importSettlementFile(needs, order, survey, { actor, tell }),
    ),
    due: withDatabase(listDue),
    files: withDatabase(listSettlementFiles),
    show: withDatabase(showSettlementFile),
    list: withDatabase(listMismatches),
    require: withDatabase(requireMismatch),
    resolve: withDatabase((needs, open: OpenMismatch, order: Without<ResolutionOrder>) =>
      resolveMismatch(needs, open, { ...order, actor }),
    ),
  },
});

const composeAccess = ({ actor, withDatabase, withKeyRing, shops }: Resources) => ({
  shops: {
    ...shops,
    list: withDatabase(({ database }) => listShops(database)),
    show: withDatabase(showShop),
  },
  keys: {
    issue: withDatabase((needs, order: Without<Parameters<typeof issueApiKey>[1]>) =>
      issueApiKey(needs, { ...order, actor }),
    ),
    revoke: withDatabase((needs, order: Without<Parameters<typeof revokeApiKey>[1]>) =>
      revokeApiKey(needs, { ...order, actor }),
    ),
    list: withDatabase(({ database }, shopId: Parameters<typeof listApiKeys>[1]) => listApiKeys(database, shopId)),
  },
  audit: { list: withDatabase(listAudit) },
  webhooks: {
    endpoints: withDatabase(listEndpoints),
    deliveries: withDatabase(listDeliveries),
    replay: withDatabase((needs, order: Without<Parameters<typeof replayByHand>[1]>) =>
      replayByHand(needs, { ...order, actor }),
    ),
    rotateSecret: withKeyRing((needs, order: Without<Parameters<typeof rotateWebhookSecret>[1]>) =>
      rotateWebhookSecret(needs, { ...order, actor }),
    ),
  },
});

const composeClients = ({ actor, withDatabase, withKeyRing }: Resources) => ({
  clients: {
    issue: withDatabase((needs, order: Without<Parameters<typeof issueClient>[1]>) =>
      issueClient(needs, { ...order, actor }),
    ),
    revoke: withDatabase((needs, order: Without<Parameters<typeof revokeClient>[1]>) =>
      revokeClient(needs, { ...order, actor }),
    ),
    rotateSecret: withDatabase((needs, order: Without<Parameters<typeof rotateClientSecret>[1]>) =>
      rotateClientSecret(needs, { ...order, actor }),
    ),
    list: withDatabase(listClients),
  },
  tokens: {
    issue: withKeyRing((needs, order: Without<Parameters<typeof issueToken>[1]>) =>
      issueToken(needs, { ...order, actor }),
    ),
    revoke: withDatabase((needs, order: Without<Parameters<typeof revokeToken>[1]>) =>
      revokeToken(needs, { ...order, actor }),
    ),
    list: withDatabase(({ database }, shopId: Parameters<typeof listTokens>[1]) => listTokens(database, shopId)),
  },
  signingKeys: {
    rotate: withKeyRing((needs, order: Without<Parameters<typeof rotateSigningKey>[1]>) =>
      rotateSigningKey(needs, { ...order, actor }),
    ),
    revoke: withKeyRing((needs, order: Without<Parameters<typeof revokeSigningKey>[1]>) =>
      revokeSigningKey(needs, { ...order, actor }),
    ),
    list: withDatabase(listSigningKeys),
  },
});

const composeOperations = ({ withDatabase, withKeyRing }: Resources) => ({
  operations: {
    find: withKeyRing(lookUpOperations),
    list: withKeyRing(listOperationsOfShop),
    show: withKeyRing(showOperation),
  },
  reports: { check: withDatabase(checkInvariants), contradictions: withDatabase(listContradictions) },
});

type Pruning = { readonly isPruning: boolean };

const composeAdministration = ({ actor, keys, withDatabase, withSetup }: Resources) => ({
  setup: {
    preview: withSetup((needs, setup: ReadSetup, options: Pruning) => previewSetup(needs, setup, options)),
    apply: withSetup((needs, setup: ReadSetup, options: Pruning & { readonly expected: Plan }) =>
      applySetup(needs, setup, { ...options, actor }),
    ),
    export: withDatabase(exportSetup),
    seed: withSetup((needs, options: Without<Parameters<typeof seedDemo>[1]>) =>
      seedDemo(needs, { ...options, actor }),
    ),
  },
  keyRing: {
    status: withDatabase(({ database }) => readKeyRingStatus({ database, keyRing: createKeyRing(keys()) })),
    /** Answers beside the counts under which key all is now. */
    rotate: withDatabase(async ({ database }, progress: Parameters<typeof rotateKeyRing>[2]) => {
      const keyRing = await openKeyRing(database, keys(), { mayLackKeys: true });
      return { ...(await rotateKeyRing({ database, keyRing }, actor, progress)), firstKey: keyRing.ids[0] };
    }),
  },
});

/** All that commands can do, over one database and one key ring, each opened by the first command that uses it. */
export const compose = (needs: CommandLineNeeds) => {
  const resources = openResources(needs);
  const { terminal, dataDirectory, databaseUrl, migrate, close } = resources;
  return {
    terminal,
    dataDirectory,
    databaseUrl,
    migrate,
    close,
    ...composeMoney(resources),
    ...composeReconciliation(resources),
    ...composeAccess(resources),
    ...composeClients(resources),
    ...composeProviders(resources),
    ...composeOperations(resources),
    ...composeDoubt(resources),
    ...composeAdministration(resources),
    ...composeReviews(resources),
  };
};

/** What a command gets; each names the parts that it uses. */
export type Uses = ReturnType<typeof compose>;
