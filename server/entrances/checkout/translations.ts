import type { Language, Texts } from './texts.ts';
import { english } from './texts-en.ts';
import { russian } from './texts-ru.ts';

export const texts: Readonly<Record<Language, Texts>> = { ru: russian, en: english };
