const form = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?'?)?/;

/** `D:20250102030405+03'00'` as ISO 8601 in UTC; null of anything that is no date. No zone is taken for UTC. */
export const toIsoDate = (text: unknown): string | null => {
  const parts = typeof text === 'string' ? form.exec(text.trim()) : null;
  if (parts === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, ...ahead] = parts;
  const zone = sign === undefined ? 'Z' : `${sign}${ahead.map((part: string | undefined) => part ?? '00').join(':')}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
