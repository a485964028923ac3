import {
  addConnector,
  listConnectors,
  removeConnector,
  rotateConnectorSecret,
  setConnector,
  setConnectorCertificate,
} from '#features/connectors';
import { endMaintenance, listMaintenance, planMaintenance, type MaintenanceOrder } from '#features/routes';
import type { Resources, Without } from './resources.ts';

const composeMaintenance = ({ actor, withDatabase }: Resources) => ({
  maintenance: {
    plan: withDatabase((needs, order: Without<MaintenanceOrder>) => planMaintenance(needs, { ...order, actor })),
    end: withDatabase((needs, windowId: string) => endMaintenance(needs, { windowId, actor })),
    list: withDatabase(listMaintenance),
  },
});

const composeConnectors = ({ actor, withDatabase, withKeyRing }: Resources) => ({
  connectors: {
    add: withKeyRing((needs, order: Without<Parameters<typeof addConnector>[1]>) =>
      addConnector(needs, { ...order, actor }),
    ),
    set: withDatabase((needs, order: Without<Parameters<typeof setConnector>[1]>) =>
      setConnector(needs, { ...order, actor }),
    ),
    setCertificate: withKeyRing((needs, order: Without<Parameters<typeof setConnectorCertificate>[1]>) =>
      setConnectorCertificate(needs, { ...order, actor }),
    ),
    rotateSecret: withKeyRing((needs, order: Without<Parameters<typeof rotateConnectorSecret>[1]>) =>
      rotateConnectorSecret(needs, { ...order, actor }),
    ),
    remove: withDatabase((needs, order: Without<Parameters<typeof removeConnector>[1]>) =>
      removeConnector(needs, { ...order, actor }),
    ),
    list: withDatabase(listConnectors),
  },
});

export const composeProviders = (resources: Resources) => ({
  ...composeConnectors(resources),
  ...composeMaintenance(resources),
});
