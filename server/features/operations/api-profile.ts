import type { Api } from '#platform/apis';
import type { StoredStatus } from './operation-states.ts';

/** What differs from API to API in the use cases that they share. */
export type ApiProfile = {
  /**
   * What a create gets whose identifier names an operation: what that one's create was answered, for which it waits, if the
   * bodies are alike; or a refusal at once.
   */
  readonly duplicateCreate: 'same_answer' | 'refusal';
  /** In which an operation lets its identifier go. The column `operations.is_identifier_held` says the same. */
  readonly freeingStatuses: readonly StoredStatus[];
  /** Whether its merchants can send receipts. If not, providers that want one are passed over. */
  readonly takesReceipts: boolean;
  /**
   * Whether its merchants are told that an operation was accepted. If not, that is no event of theirs: what is not recorded
   * leaves no gap in the numbers of those that follow.
   */
  readonly tellsAcceptance: boolean;
  /**
   * Whether names and addresses of people are sealed. In v1 the version before reads them as they are, and they are removed with
   * the numbers.
   */
  readonly sealsPersons: boolean;
  /** Whether its merchants are told what a payer must pay, so that a provider may ask for other kopecks than the merchant did. */
  readonly takesOtherKopecks: boolean;
  /** Whether a destination number may be written otherwise than it is kept: a phone number with a 7 or an 8 for the +7. */
  readonly takesOtherSpellings: boolean;
  /** Whether its lists say how many operations there are. If so, they are counted as they come to be settled. */
  readonly tellsTotals: boolean;
};

export const apiProfiles = {
  v1: {
    duplicateCreate: 'same_answer',
    freeingStatuses: ['rejected'],
    takesReceipts: true,
    tellsAcceptance: false,
    tellsTotals: false,
    sealsPersons: false,
    takesOtherKopecks: false,
    takesOtherSpellings: true,
  },
  h2h: {
    duplicateCreate: 'refusal',
    freeingStatuses: ['rejected', 'cancelled'],
    takesReceipts: false,
    tellsAcceptance: true,
    tellsTotals: true,
    sealsPersons: true,
    takesOtherKopecks: true,
    takesOtherSpellings: false,
  },
} as const satisfies Record<Api, ApiProfile>;

export const profileOf = (api: Api): ApiProfile => apiProfiles[api];
