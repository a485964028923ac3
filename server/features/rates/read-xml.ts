import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';

/** A daily table has some ten kilobytes. What is much longer is none, and would keep the process busy. */
export const mostTableBytes = 262_144;

const declaredEncoding = /^\s*<\?xml[^>]{0,100}?encoding=["']([\w-]{1,40})["']/;

// Declarations could define entities, and the parser's time grows with the square of a very long tag.
const isSuspicious = (text: string): boolean => /<!(DOCTYPE|ENTITY)/i.test(text) || /<[^>]{1000}/.test(text);

const decode = (bytes: Uint8Array): string => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = declaredEncoding.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorRefusal('table_not_decodable', { encoding: label });
  }
};

// Every value stays the text that was written: a rate is never a float on its way.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
});

const malformed = (why: string): OperatorRefusal => new OperatorRefusal('table_not_xml', { reason: why.slice(0, 100) });

/** The document as nested objects, attributes under `@name`. Refuses what is not well-formed, or no table. */
export const readXml = (bytes: Uint8Array): unknown => {
  if (bytes.length > mostTableBytes) {
    throw new OperatorRefusal('table_too_long', { limit: mostTableBytes });
  }
  const text = decode(bytes);
  if (isSuspicious(text)) throw new OperatorRefusal('table_with_foreign_parts', {});
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw malformed(verdict.err.msg);
  try {
    return parser.parse(text);
  } catch (error) {
    throw malformed(messageOf(error));
  }
};
