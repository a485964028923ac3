/**
 * Scalar does not take the schema `false` that stands for a field nobody may send. The reference leaves such fields out:
 * the descriptions name them.
 */
export const referenceDocument = (contractText: string): string =>
  JSON.stringify(JSON.parse(contractText), (key, value: unknown) => {
    if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([, schema]) => schema !== false));
  });
