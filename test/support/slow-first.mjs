import Sequencer from '@jest/test-sequencer';

/** What takes longest. Begun last, one of these would keep one processor busy and leave the others with nothing to do. */
const slow = [
  'test/faults/schedules/',
  'test/faults/races/',
  'server/local/run.test.ts',
  'test/browser/',
  'server/features/receipts/pdf/pdf-bombs.test.ts',
  'test/contract/bad-input/',
  'test/faults/killed-under-load.test.ts',
  'test/faults/review-kills.test.ts',
  'sdk/src/examples.test.ts',
  'test/journeys/receipt-evidence.test.ts',
];

const rankOf = (path) => {
  const rank = slow.findIndex((part) => path.includes(`/${part}`));
  return rank === -1 ? slow.length : rank;
};

/** Where nothing is known of earlier runs, jest would begin with the longest files, and these are short ones. */
export default class SlowFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}
