const endOfRevision = /^startxref[\s\0]+\d+[\s\0]+%%EOF/;

/**
 * How often a file was saved: each time appends its objects, a table of them and an end. Null where no end is found.
 * A file that is prepared for the web has two ends from the beginning, the first one near its start.
 */
export const countRevisions = (content: Buffer, isLinearized: boolean): number | null => {
  let count = 0;
  let object = content.indexOf('endobj');
  for (let at = content.indexOf('startxref'); at >= 0; at = content.indexOf('startxref', at + 9)) {
    if (!endOfRevision.test(content.toString('latin1', at, at + 64))) continue;
    // Some programs write a second table without any object of its own, for old readers, in the same go.
    if (object >= 0 && object < at) {
      count += 1;
      object = content.indexOf('endobj', at);
    }
  }
  if (count === 0) return null;
  return isLinearized && count > 1 ? count - 1 : count;
};
