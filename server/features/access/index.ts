import type { Database } from '#platform/database';
import { createFindKey } from './access-store.ts';
import { createResolver, type ApiKeyResolver } from './resolve-api-key.ts';

export { readApiKeys as listApiKeys, type ApiKey } from './access-store.ts';
export { recordAudit, type AuditEntry } from './audit-log.ts';
export { everyScope, type Access, type Caller, type ResolvedKey, type Scope, type ShopMode } from './caller.ts';
export type { Actor, Operator, OperatorRole } from './operator.ts';
export { createSecretFormat } from './secret-format.ts';
export { issueApiKey, type IssuedApiKey } from './issue-api-key.ts';
export { recordChange, type SettingChange } from './record-change.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export type { ApiKeyResolver } from './resolve-api-key.ts';

/** The look-up of every request: one per process, because it remembers its answers for half a second. */
export const createApiKeyResolver = ({ database }: { readonly database: Database }): ApiKeyResolver =>
  createResolver({ findKey: createFindKey(database) });
export { listAudit, type AuditFilters, type AuditPage, type ListedAudit } from './audit-store.ts';
