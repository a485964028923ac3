/** Columns of text, each as wide as its widest cell, without trailing blanks. */
export const formatTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [header, ...rows];
  const widths = header.map((_title, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const formatTime = (time: Date | null): string => time?.toISOString() ?? '';
