import { recordChange, type Operator } from '#features/access';
import type { EndpointId, ShopId } from '#platform/ids';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  updateEndpoint,
  type Endpoint,
  type EndpointNeeds,
} from './endpoints.ts';

/** An endpoint as operators set it. */
export type EndpointSetting = {
  readonly url: string;
  /** Null: every type. */
  readonly types: readonly string[] | null;
  readonly isDefault: boolean;
  readonly isEnabled: boolean;
};

export type EndpointKey = Pick<EndpointSetting, 'url' | 'isDefault'>;

/** A shop has one default endpoint, whose URL may change; every other endpoint is its URL. */
export const endpointSubject = ({ url, isDefault }: EndpointKey): string => (isDefault ? 'default' : new URL(url).href);

/** With one spelling for equal URLs and for equal sets of types. */
export const toEndpointSetting = ({ url, types, isDefault, isEnabled }: EndpointSetting): EndpointSetting => ({
  url: new URL(url).href,
  types: types === null ? null : [...types].sort(),
  isDefault,
  isEnabled,
});

export const settingOf = ({ url, types, isDefault, disabledAt }: Endpoint): EndpointSetting =>
  toEndpointSetting({ url, types, isDefault, isEnabled: disabledAt === null });

const findBySubject = async (needs: EndpointNeeds, shopId: ShopId, key: EndpointKey): Promise<Endpoint | undefined> => {
  const subject = endpointSubject(key);
  return (await listEndpoints(needs, shopId)).find((endpoint) => endpointSubject(endpoint) === subject);
};

const writeEndpoint = async (
  needs: EndpointNeeds,
  shopId: ShopId,
  { url, types, isDefault }: EndpointSetting,
  present: Endpoint | undefined,
): Promise<string | null> => {
  if (present === undefined) return (await addEndpoint(needs, shopId, { url, types, isDefault })).secret;
  const { endpointId, disabledAt }: { endpointId: EndpointId; disabledAt: Date | null } = present;
  await updateEndpoint(needs, shopId, endpointId, { url, types });
  if (disabledAt !== null) await enableEndpoint(needs, shopId, endpointId);
  return null;
};

/** Adds an endpoint or changes it, and enables it. Answers the plain signing secret where one was made, this once. */
export const setEndpoint = (
  needs: EndpointNeeds,
  shopId: ShopId,
  setting: Omit<EndpointSetting, 'isEnabled'>,
  actor: Operator,
): Promise<string | null> =>
  needs.database.transaction(async (tx) => {
    const within = { ...needs, database: tx };
    const after = toEndpointSetting({ ...setting, isEnabled: true });
    const present = await findBySubject(within, shopId, after);
    const secret = await writeEndpoint(within, shopId, after, present);
    const before = present === undefined ? null : settingOf(present);
    await recordChange(tx, { actor, kind: 'endpoint', subject: endpointSubject(after), shopId, before, after });
    return secret;
  });

/** Disables it: nothing is deleted, because deliveries refer to their endpoint. */
export const removeEndpoint = (
  needs: EndpointNeeds,
  shopId: ShopId,
  key: EndpointKey,
  actor: Operator,
): Promise<void> =>
  needs.database.transaction(async (tx) => {
    const within = { ...needs, database: tx };
    const present = await findBySubject(within, shopId, key);
    if (present === undefined || present.disabledAt !== null) return;
    await disableEndpoint(within, shopId, present.endpointId);
    const before = settingOf(present);
    await recordChange(tx, { actor, kind: 'endpoint', subject: endpointSubject(key), shopId, before, after: null });
  });
