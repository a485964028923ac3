/** What the document says, line by line; ASCII only, because it is set in a font that every reader has. */
export type DocumentLines = readonly string[];

const escaped = (line: string): string => line.replace(/[\\()]/g, '\\$&');

const pageContent = (lines: DocumentLines): string =>
  ['BT /F1 14 Tf 18 TL 56 760 Td', ...lines.map((line) => `(${escaped(line)}) Tj T*`), 'ET'].join('\n');

/** A PDF of one page (ISO 32000-1, 7.5), the same for the same lines. */
export const renderDocument = (lines: DocumentLines): Buffer => {
  const content = pageContent(lines);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}${table}${trailer}`, 'latin1');
};
