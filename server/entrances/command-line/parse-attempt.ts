import { InvalidArgumentError } from 'commander';
import { isUuid } from '#platform/ids';

/** An attempt as the command `list` of its group shows it. */
export const attemptOf =
  (group: 'payments' | 'payouts') =>
  (text: string): string => {
    if (isUuid(text)) return text;
    throw new InvalidArgumentError(`Give an attempt as \`turnpike ${group} list\` shows it.`);
  };
