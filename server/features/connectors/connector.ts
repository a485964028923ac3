import { OperatorRefusal } from '#platform/refusals';

/** A connector as operators set it. */
export type ConnectorSetting = {
  /** Scheme, host and port. */
  readonly url: string;
  /** Certificates, as PEM, of the authority that vouches for it; null: those that everybody knows. */
  readonly authority: string | null;
  /** Calls to it that a process has under way at a time; null: as many as to any provider. */
  readonly concurrency: number | null;
  /** Calls to it that a process makes in a second; null: as many as there are. */
  readonly callsPerSecond: number | null;
};

/** What a connector is found by, or given. */
export type SecretPurpose = 'call' | 'certificate' | 'callback';

/**
 * The one spelling of a connector's address.
 * @throws OperatorRefusal where it is more, or something else, than scheme, host and port
 */
export const toConnectorUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isPlain) throw new OperatorRefusal('connector_url_wrong', { url: text });
  return url.origin;
};

/** What the audit log says of it. */
export const auditedSetting = (setting: ConnectorSetting) => ({
  url: setting.url,
  hasAuthority: setting.authority !== null,
  concurrency: setting.concurrency,
  callsPerSecond: setting.callsPerSecond,
});
