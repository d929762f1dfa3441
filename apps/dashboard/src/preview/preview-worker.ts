import { t } from '../i18n/texts.js';
import type { Job, PreviewResult } from './preview-queue.js';

const { default: workerAddress } = await import('./preview.worker.ts?worker&url');

type ScriptAddress = string;
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): ScriptAddress };
};

/** The only worker script that the content security policy allows (docs/dashboard.md#the-preview). */
const trusted = (): ScriptAddress => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerAddress;
  const policy = trustedTypes.createPolicy('preview-worker', { createScriptURL: () => workerAddress });
  return policy.createScriptURL(workerAddress);
};

let address: ScriptAddress | undefined;

const start = (): Worker => new Worker((address ??= trusted()), { type: 'module' });

let waiting: Worker | undefined;

/** Starts a worker in advance for the next editor. */
export function startAhead(): void {
  if (waiting) return;
  const worker = start();
  waiting = worker;
  worker.addEventListener('error', () => {
    if (waiting === worker) waiting = undefined;
  });
}

/** The worker of one editor. */
export class PreviewWorker {
  private worker: Worker | undefined;
  private hasLoaded = false;
  private readonly pending = new Map<
    number,
    { resolve: (shown: PreviewResult) => void; reject: (error: Error) => void }
  >();

  constructor() {
    this.addListeners(waiting ?? start());
    waiting = undefined;
  }

  readonly render = (job: Job): Promise<PreviewResult> =>
    new Promise((resolve, reject) => {
      this.pending.set(job.sequence, { resolve, reject });
      (this.worker ?? this.addListeners(start())).postMessage(job);
    });

  stop(): void {
    this.worker?.terminate();
  }

  private addListeners(worker: Worker): Worker {
    worker.addEventListener('message', ({ data }: MessageEvent<PreviewResult>) => {
      this.hasLoaded = true;
      this.pending.get(data.sequence)?.resolve(data);
      this.pending.delete(data.sequence);
    });
    worker.addEventListener('error', () => {
      // The script failed to load, for example after an upgrade. The next job starts a new worker.
      if (!this.hasLoaded) this.worker = undefined;
      for (const { reject } of this.pending.values()) reject(new Error(t('The preview has stopped. Reload the page.')));
      this.pending.clear();
    });
    return (this.worker = worker);
  }
}
