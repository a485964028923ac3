/**
 * Scalar shows values of `enum` only: those of open lists are shown as such, and their descriptions say that they may grow.
 * It does not take the schema `false` that stands for a field that may not be sent. The reference leaves such fields out:
 * the descriptions name them.
 */
export const referenceDocument = (contractText: string): string =>
  JSON.stringify(JSON.parse(contractText.replaceAll('"x-extensible-enum":', '"enum":')), (key, value: unknown) => {
    if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([, schema]) => schema !== false));
  });
