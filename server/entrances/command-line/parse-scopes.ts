import { InvalidArgumentError } from 'commander';
import { everyScope, type Scope } from '#features/access';

const isScope = (word: string): word is Scope => (everyScope as readonly string[]).includes(word);

/** Scopes as people write lists, each once, in the order in which they are shown everywhere. */
export const parseScopes = (text: string): readonly Scope[] => {
  const words = text.split(',').map((word) => word.trim());
  if (!words.every(isScope)) throw new InvalidArgumentError(`Give some of ${everyScope.join(',')}.`);
  return everyScope.filter((scope) => words.includes(scope));
};
