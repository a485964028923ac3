import type { Request } from 'express';
import { languages, type Language } from './texts.ts';

export type Choice = {
  readonly language: Language;
  /** What the address must carry for the language to stay: no cookie remembers it. */
  readonly query: string;
};

/** What the page's own switch says, or else the browser. */
export const chooseLanguage = (request: Request): Choice => {
  const asked = languages.find((language) => language === request.query['lang']);
  if (asked !== undefined) return { language: asked, query: `?lang=${asked}` };
  const accepted = request.acceptsLanguages('en', 'ru');
  return { language: accepted === 'ru' ? 'ru' : 'en', query: '' };
};
