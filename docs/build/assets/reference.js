// The settings of the reference: nothing is loaded from, sent to or shown of another host.
const { Scalar } = globalThis;

Scalar.createApiReference('#reference', {
  url: document.getElementById('reference').dataset.document,
  layout: 'modern',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // A key belongs on a server, not into a page.
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  documentDownloadType: 'none',
  orderSchemaPropertiesBy: 'preserve',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'API reference · Turnpike' },
});
