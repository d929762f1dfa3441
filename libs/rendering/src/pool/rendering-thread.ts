import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { artifactBytes } from '../artifact-bytes.js';
import type { Artifact } from '../artifact.js';
import { compileWith } from '../compile/compile.js';
import type { MjmlOutput } from '../mjml/mjml-output.js';
import { MjmlFailure } from '../mjml/mjml-output.js';
import { renderArtifact } from '../render.js';
import type { Answer, CompileTask, RenderTask, Task } from './task.js';
import { answerFor } from './task.js';

/** Those that are rendered again and again cross over once. One of the largest finds room. */
const artifacts = new LRUCache<string, Artifact>({ maxSize: 12 * 1_048_576, sizeCalculation: artifactBytes });

class MjmlWanted extends Error {
  constructor(readonly source: string) {
    super('The document is compiled elsewhere');
  }
}

function render({ key, artifact = artifacts.get(key), data, strict }: RenderTask): Answer {
  if (!artifact) return { wanted: 'artifact' };
  artifacts.set(key, artifact);
  return { rendered: renderArtifact(artifact, data, { strict }) };
}

async function compile({ source, snippets, mjml }: CompileTask): Promise<Answer> {
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

async function answer(task: Task): Promise<Answer> {
  try {
    return 'render' in task ? render(task.render) : await compile(task.compile);
  } catch (error) {
    return answerFor(error);
  }
}

parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answer(task)));
parentPort?.postMessage('ready');
