export { loadArtifact } from './artifact.js';
export type { Artifact } from './artifact.js';
export { artifactBytes } from './artifact-bytes.js';
export { compileVersion } from './compile/compile.js';
export {
  MissingTemplateData,
  RenderBudgetExceeded,
  RenderingRefused,
  TemplateError,
  TemplateFailed,
} from './errors.js';
export { extractMessages } from './extract-messages.js';
export { MjmlBusy } from './mjml/account-turns.js';
export { compilingFor } from './mjml/mjml.js';
export { closeMjmlPool } from './mjml/mjml-pool.js';
export { renderArtifact } from './render.js';
export type { RenderedMessage, RenderOptions } from './render.js';
export { snippetCycle } from './template/snippets.js';
export type { Catalogue } from './translation/catalogue.js';
export type { TransMessage } from './translation/message.js';
export { parsePoArchive, PoArchiveError } from './translation/po-archive.js';
export { buildPot } from './translation/pot.js';
export type { VersionSource } from './version-source.js';
