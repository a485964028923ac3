export { buildSite } from './build/build-site.ts';
export { startDocs, type Docs, type DocsOptions } from './build/start-docs.ts';
