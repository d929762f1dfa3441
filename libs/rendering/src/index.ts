export { withAddresses } from './links/email-urls.js';
export type { EmailUrl } from './links/email-urls.js';
export { loadArtifact, storedArtifact, UnknownFormat } from './artifact.js';
export type { Artifact, MustacheArtifact, UnreadArtifact } from './artifact.js';
export { artifactBytes } from './artifact.js';
export type { CompileResult } from './compile/compile.js';
export { compileVersion } from './compile-version.js';
export type { Caller, Expense } from './workers/worker-pool.js';
export {
  MissingTemplateData,
  problemText,
  RenderBudgetExceeded,
  RenderingRejected,
  TemplateError,
  TemplateFailed,
} from './errors.js';
export { extractMessages } from './compile-version.js';
export { PoolUnavailable } from './workers/worker-pool.js';
export { closeMjmlPool } from './mjml/compiled-mjml.js';
export { Renderer } from './pool/renderer.js';
export type { Mail } from './pool/renderer.js';
export { renderArtifact, toHeaderLine } from './render.js';
export type { RenderedMessage, RenderOptions } from './render.js';
export { snippetCycle } from './template/snippets.js';
export type { Catalogue } from './translation/message.js';
export type { TransMessage } from './translation/message.js';
export { parsePoArchive, PoArchiveError } from './translation/po-archive.js';
export { messageLength } from './translation/message.js';
export { addMessage, buildPot } from './translation/pot.js';
export type { DataOfTemplate } from './uses/uses.js';
export type { VersionSource } from './version-source.js';
export { WorkerEnded, WorkerProcess } from './workers/worker-process.js';
