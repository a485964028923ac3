export { addConnector, type NewConnector } from './add-connector.ts';
export {
  removeConnector,
  rotateConnectorSecret,
  setConnector,
  setConnectorCertificate,
} from './change-connector.ts';
export type { ConnectorSetting } from './connector.ts';
export { connectorSecretPlace } from './connector-secret-place.ts';
export {
  countConnectorSecretsByKey,
  reencryptConnectorSecrets,
  type ConnectorNeeds,
} from './connector-secrets.ts';
export { findSealedConnectorSecrets } from './connector-secrets-store.ts';
export { listConnectors, type ListedConnector } from './connectors-store.ts';
export { askConnectors, type AskConnectorsNeeds } from './ask-connectors.ts';
export { readCallbackSecrets, readConnector } from './read-connector.ts';
