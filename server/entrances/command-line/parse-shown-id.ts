import { InvalidArgumentError } from 'commander';
import { isUuid } from '#platform/ids';

/** Takes an id as the command `list` of a group shows it. */
export const shownId =
  (what: 'an attempt' | 'a window', group: string) =>
  (text: string): string => {
    if (isUuid(text)) return text;
    throw new InvalidArgumentError(`Give ${what} as \`turnpike ${group} list\` shows it.`);
  };
