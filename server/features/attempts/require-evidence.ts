import { OperatorRefusal } from '#platform/refusals';

const mostCharacters = 1_000;

/**
 * Who decides about an attempt in its provider's place says what that rests on: a line of a statement, a letter, a call.
 * @throws OperatorRefusal where nothing is said, or too much.
 */
export const requireEvidence = (told: string): string => {
  const evidence = told.trim();
  if (evidence === '' || evidence.length > mostCharacters) {
    throw new OperatorRefusal('evidence_wrong', { limit: mostCharacters });
  }
  return evidence;
};
