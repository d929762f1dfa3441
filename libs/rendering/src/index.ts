export * from './artifact.js';
export * from './compile.js';
export * from './errors.js';
export * from './limits.js';
export * from './render.js';
export type { SnippetLookup } from './template/snippets.js';
export { closeMjmlPool } from './mjml/mjml-pool.js';
export type { Catalogue } from './translation/catalogue.js';
