import { WorkerEnded, WorkerProcess } from '@postrider/rendering';

export interface RenderTask {
  /** Absolute. */
  readonly path: string;
  /** Sample data as JSON, instead of that of the source. */
  readonly data: string | undefined;
}

/** A component rendered into a template, with its sample data as JSON; or why it cannot be one. */
export type RenderedSource =
  | { readonly html: string; readonly sample?: string }
  | { readonly problem: string; readonly line?: number };

const limits = { deadlineMs: 60_000, heapMb: 1024, idleMs: 60_000 };
const workerModule = new URL('./render-worker.js', import.meta.url);

/**
 * Renders React Email and JSX Email components, with placeholders for their props. The code is the author's, and runs
 * in a process of its own, with the packages of its folder.
 */
export class SourceRenderer {
  private worker: WorkerProcess<RenderTask, RenderedSource> | undefined;

  /** One task at a time. */
  async render(task: RenderTask): Promise<RenderedSource> {
    if (!this.worker || this.worker.ended) this.worker = new WorkerProcess(workerModule, limits, () => undefined);
    try {
      return await this.worker.run(task);
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      if (error.reason === 'deadline') return { problem: `is not rendered after ${limits.deadlineMs / 1000} s` };
      return { problem: `cannot be rendered: ${error.message}` };
    }
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }
}
