import { createServer } from 'node:net';

// Plain JavaScript without dependencies: it runs before they are installed.

/** Every port of `make run`, by the setting that moves it. */
const ports = /** @type {const} */ ({
  PORT: { usual: 8080, of: 'API', hostSetting: 'HOST' },
  METRICS_PORT: { usual: 9464, of: 'metrics', hostSetting: 'METRICS_HOST' },
  DOCS_PORT: { usual: 8081, of: 'docs', hostSetting: 'HOST' },
  MOCK_PORT: { usual: 4010, of: 'mock', hostSetting: 'HOST' },
  INBOX_PORT: { usual: 8082, of: 'webhook inbox', hostSetting: 'HOST' },
  // The gateway beside it is the only one to call it.
  CONNECTOR_PORT: { usual: 8090, of: 'sandbox connector', hostSetting: null },
});

/** @typedef {keyof typeof ports} PortSetting */

const settings = /** @type {PortSetting[]} */ (Object.keys(ports));

/**
 * @param {PortSetting} setting
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export const portOf = (setting, environment) => Number(environment[setting] || ports[setting].usual);

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>} Why it cannot be listened on.
 */
const problemOf = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      resolve(code === 'EADDRINUSE' ? 'is in use' : `on ${host} cannot be listened on (${code})`);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });

/**
 * All that stands in the way of the ports, a line each: no user wants to hear of them one start at a time.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Promise<string[]>}
 */
export const portProblems = async (environment) => {
  const isPort = (setting) => {
    const port = portOf(setting, environment);
    return Number.isInteger(port) && port >= 0 && port <= 65_535;
  };
  const wrong = settings.filter((setting) => !isPort(setting));
  if (wrong.length > 0) return wrong.map((setting) => `${setting} must be a port number, not ${environment[setting]}.`);
  const findings = await Promise.all(
    settings.map(async (setting, index) => {
      const { of, hostSetting } = ports[setting];
      const port = portOf(setting, environment);
      const other = settings.slice(0, index).find((one) => port !== 0 && portOf(one, environment) === port);
      if (other !== undefined) return `${other} and ${setting} are both ${port}; change one of them.`;
      const host = hostSetting === null ? '' : environment[hostSetting];
      const problem = await problemOf(port, host || '127.0.0.1');
      return problem && `Port ${port} (${of}) ${problem}; choose another with ${setting}.`;
    }),
  );
  return findings.filter((finding) => finding !== null);
};
