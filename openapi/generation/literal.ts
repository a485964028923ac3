const widestLine = 110;

const quoted = (text: string): string => {
  const escaped = JSON.stringify(text).slice(1, -1);
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
};

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

interface Parts {
  readonly open: string;
  readonly close: string;
  readonly parts: readonly (readonly [string, unknown])[];
}

const partsOf = (value: object): Parts => {
  if (Array.isArray(value)) return { open: '[', close: ']', parts: value.map((item) => ['', item]) };
  const parts = Object.entries(value).map(([name, item]) => [`${keyOf(name)}: `, item] as const);
  return { open: '{', close: '}', parts };
};

/** Data as a TypeScript literal, laid out the way the rest of the code is: on one line as long as it fits. */
export const literalOf = (value: unknown, indent = '', isTop = true): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const { open, close, parts } = partsOf(value);
  if (parts.length === 0) return open + close;
  const inner = `${indent}  `;
  const oneLine = parts.map(([name, item]) => `${name}${literalOf(item, inner, false)}`).join(', ');
  const flat = open === '[' ? `[${oneLine}]` : `{ ${oneLine} }`;
  if (!isTop && !flat.includes('\n') && indent.length + flat.length <= widestLine) return flat;
  const lines = parts.map(([name, item]) => `${inner}${name}${literalOf(item, inner, false)},`);
  return [open, ...lines, indent + close].join('\n');
};
