/**
 * The part of this library without processes and files, as `@postrider/rendering-pure`: the dashboard renders drafts
 * with it in the browser.
 */
export { compileWith } from './compile/compile.js';
export { withAddresses } from './links/email-urls.js';
export { MissingTemplateData, problemText, RenderingRejected, TemplateError, TemplateFailed } from './errors.js';
export type { PartName } from './errors.js';
export { renderArtifact } from './render.js';
export { TemplateUses } from './uses/uses.js';
export type { VersionSource } from './version-source.js';
