import { OperatorError } from '#platform/errors';

const leastMajor = 20;
const leastMinor = 19;

/** @throws OperatorError on a Node that is too old, before something fails in a less obvious way. */
export const requireNode = (version: string = process.versions.node): void => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new OperatorError(`Turnpike needs Node ${leastMajor}.${leastMinor} or newer; this is ${version}.`);
};
