import type { LosslessNumbers } from '@postrider/numbers';
import { withLosslessNumbers } from '@postrider/numbers';
import { LRUCache } from 'lru-cache';
import type { Artifact } from '../artifact.js';
import { artifactBytes, loadArtifact } from '../artifact.js';
import type { CompileResult } from '../compile/compile.js';
import { compileWith } from '../compile/compile.js';
import type { MjmlOutput } from '../errors.js';
import { MjmlFailure } from '../errors.js';
import { extractMessages } from '../compile-version.js';
import type { RenderOptions, RenderedMessage } from '../render.js';
import { renderArtifact } from '../render.js';
import type { TransMessage } from '../translation/message.js';
import { parsePo } from '../translation/po.js';
import { buildPot } from '../translation/pot.js';
import { TemplateUses } from '../uses/uses.js';
import type { VersionSource } from '../version-source.js';
import type { Rejection } from './refusal.js';
import { toRejection } from './refusal.js';
import { serve } from '../workers/serve.js';

/** The tasks of a worker, transferred by structured clone. */
export type Task =
  | { readonly render: RenderTask }
  | { readonly compile: CompileTask }
  | { readonly extract: Pick<CompileTask, 'source' | 'snippets'> }
  /** `messages` as JSON; `modified` in milliseconds. */
  | { readonly pot: { readonly messages: string; readonly modified: number } }
  /** An artifact as JSON. */
  | { readonly uses: string }
  /** A PO file. */
  | { readonly parse: Uint8Array };

type RenderTask = RenderOptions & {
  /** The key under which the worker caches the artifact. */
  readonly key: string;
  /** As JSON; absent while the worker may have it cached. */
  readonly artifact?: string;
  readonly data: unknown;
  /** The texts of its lossless numbers, if it has any. */
  readonly texts: LosslessNumbers | undefined;
};

export type CompileTask = {
  readonly source: VersionSource;
  readonly snippets: ReadonlyMap<string, string>;
  /** The document that the worker needed to be compiled, and the result. */
  readonly mjml?: { readonly source: string; readonly output: MjmlOutput | { readonly failure: string } };
};

export type TaskOutput =
  | { readonly rendered: RenderedMessage }
  | { readonly compiled: CompileResult }
  /** A catalogue as JSON, which transfers faster. */
  | { readonly parsed: string }
  | { readonly unreadable: string }
  /** Messages as JSON. */
  | { readonly extracted: string }
  | { readonly pot: string }
  /** The variables of the template, as JSON. */
  | { readonly uses: string }
  | { readonly wanted: 'artifact' }
  | { readonly wanted: 'mjml'; readonly source: string }
  | { readonly rejected: Rejection }
  | { readonly defect: Error };

/** Caches artifacts that are rendered repeatedly. Has room for one of the largest. */
const artifacts = new LRUCache<string, Artifact>({ maxSize: 12 * 1_048_576, sizeCalculation: artifactBytes });

class MjmlWanted extends Error {
  constructor(readonly source: string) {
    super('The document is compiled elsewhere');
  }
}

function render({ key, artifact: json, data, texts, strict, links }: RenderTask): TaskOutput {
  const artifact = json === undefined ? artifacts.get(key) : loadArtifact(JSON.parse(json));
  if (!artifact) return { wanted: 'artifact' };
  artifacts.set(key, artifact);
  return { rendered: renderArtifact(artifact, withLosslessNumbers(data, texts), { strict, links }) };
}

async function compile({ source, snippets, mjml }: CompileTask): Promise<TaskOutput> {
  const toHtml = (document: string): Promise<MjmlOutput> => {
    if (mjml?.source !== document) throw new MjmlWanted(document);
    if ('failure' in mjml.output) throw new MjmlFailure(mjml.output.failure);
    return Promise.resolve(mjml.output);
  };
  try {
    return { compiled: await compileWith(source, (name) => snippets.get(name), toHtml) };
  } catch (error) {
    if (error instanceof MjmlWanted) return { wanted: 'mjml', source: error.source };
    throw error;
  }
}

function parse(file: Uint8Array): TaskOutput {
  try {
    return { parsed: JSON.stringify(parsePo(file)) };
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}

async function handleTask(task: Task): Promise<TaskOutput> {
  try {
    if ('parse' in task) return parse(task.parse);
    if ('extract' in task) {
      const { source, snippets } = task.extract;
      return { extracted: JSON.stringify(extractMessages(source, (name) => snippets.get(name))) };
    }
    if ('uses' in task) return { uses: JSON.stringify(TemplateUses.of(loadArtifact(JSON.parse(task.uses))).all) };
    if ('pot' in task)
      return { pot: buildPot(JSON.parse(task.pot.messages) as TransMessage[], new Date(task.pot.modified)) };
    return 'render' in task ? render(task.render) : await compile(task.compile);
  } catch (error) {
    const rejected = toRejection(error);
    return rejected ? { rejected } : { defect: error as Error };
  }
}

serve(handleTask);
