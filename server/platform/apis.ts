/** The APIs of this gateway. Each operation belongs to the one by which it was created, and is told in its words. */
export const apis = ['v1', 'h2h'] as const;

export type Api = (typeof apis)[number];
