import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const mostPages = 5;
const mostCharacters = 200_000;

/** No address of maps and fonts: text in our languages needs none, and so no file is ever asked for. */
const options = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  maxImageSize: 1,
  enableXfa: false,
  disableAutoFetch: true,
  disableRange: true,
  disableStream: true,
};

export type DocumentRead = {
  readonly pages: number;
  readonly information: Readonly<Record<string, unknown>>;
  readonly hasAttachments: boolean;
  readonly hasForm: boolean;
  /** By the view of a reader; what no reader would find is found by the scan of objects. */
  readonly hasScript: boolean;
  readonly text: string;
};

type OpenDocument = Awaited<ReturnType<typeof getDocument>['promise']>;
type Page = Awaited<ReturnType<OpenDocument['getPage']>>;
type TextContent = Awaited<ReturnType<Page['getTextContent']>>;

const readPageText = async (page: Page, most: number): Promise<string> => {
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  let text = '';
  while (text.length < most) {
    const { done, value } = await reader.read();
    if (done) return text;
    for (const item of value.items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
  }
  // It may still be in the middle of the page, and not hear of this before its end: that is what the time limit is for.
  void reader.cancel(new Error('enough')).catch(() => undefined);
  return text.slice(0, most);
};

/** A font or a content that cannot be read leaves a page without text, which is no fault of the document. */
const readText = async (document: OpenDocument): Promise<string> => {
  const texts: string[] = [];
  let left = mostCharacters;
  for (let number = 1; number <= Math.min(document.numPages, mostPages) && left > 0; number += 1) {
    const page = await document.getPage(number);
    const text = await readPageText(page, left).catch(() => '');
    texts.push(text);
    left -= text.length;
  }
  return texts.join('\n');
};

type Actions = Readonly<Record<string, readonly string[]>> | null | undefined;

const hasScripts = (actions: Actions): boolean => Object.values(actions ?? {}).some((scripts) => scripts.length > 0);

/**
 * The scripts themselves. pdfjs's own answer to whether there are any takes fields that know nothing of actions, such as
 * those for signatures, for fields that have some.
 */
const hasActions = async (document: OpenDocument): Promise<boolean> => {
  if (hasScripts((await document.getJSActions()) as Actions)) return true;
  const fields = Object.values((await document.getFieldObjects()) ?? {}) as readonly (readonly {
    actions?: Actions;
  }[])[];
  if (fields.flat().some(({ actions }) => hasScripts(actions))) return true;
  for (let number = 1; number <= Math.min(document.numPages, mostPages); number += 1) {
    const page = await document.getPage(number);
    if (hasScripts((await page.getJSActions()) as Actions)) return true;
    const annotations = (await page.getAnnotations()) as readonly { actions?: Actions; unsafeUrl?: string }[];
    if (annotations.some(({ actions, unsafeUrl = '' }) => hasScripts(actions) || /^\s*javascript:/i.test(unsafeUrl)))
      return true;
  }
  return false;
};

const orNot = (finding: Promise<boolean>): Promise<boolean> => finding.catch(() => false);

const look = async (document: OpenDocument): Promise<DocumentRead> => {
  const { info } = await document.getMetadata();
  const information = info as Readonly<Record<string, unknown>>;
  return {
    pages: document.numPages,
    information,
    hasAttachments: await orNot(document.getAttachments().then((found: unknown) => found !== null)),
    hasForm: information['IsAcroFormPresent'] === true || information['IsXFAPresent'] === true,
    hasScript: await orNot(hasActions(document)),
    text: await readText(document),
  };
};

/** Null of what cannot be opened, or needs a password. */
export const readDocument = async (content: Buffer): Promise<DocumentRead | 'locked' | null> => {
  // A copy: the reader detaches the buffer that it is given.
  const task = getDocument({ ...options, data: new Uint8Array(content) });
  try {
    return await look(await task.promise);
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : null;
  } finally {
    await task.destroy().catch(() => undefined);
  }
};
