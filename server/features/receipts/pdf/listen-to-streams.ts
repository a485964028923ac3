import { holdsEicar } from './eicar.ts';
import type { Sign } from './signs.ts';

const scriptElement = /<(?:[^\s<>/:]+:)?script[\s/>]/;
// In one byte per character or in two: quickly told, for most contents have neither.
const scriptWords = ['script', 's\0c\0r\0i\0p\0t'];

const hasScriptElement = (content: Buffer): boolean =>
  scriptWords.some((word) => content.includes(word, 0, 'latin1')) &&
  scriptElement.test(content.toString('latin1').replaceAll('\0', ''));

/** Hears what is in the streams of one file, and tells what it is a sign of. */
export const listenToStreams = () => {
  const heard = new Set<Sign>();
  return {
    listen: (bytes: Uint8Array): void => {
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (holdsEicar(content)) heard.add('eicar');
      if (hasScriptElement(content)) heard.add('form_script');
    },
    /** A script in XML is one only where there are forms in XML; elsewhere it is an attached page, or a drawing. */
    signs: (hasXmlForms: boolean): readonly Sign[] =>
      [...heard].filter((sign) => sign !== 'form_script' || hasXmlForms),
  };
};
