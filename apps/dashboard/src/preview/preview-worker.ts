import { t } from '../i18n/texts.js';
import type { Job, Shown } from './preview-queue.js';

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

/** The next editor finds its worker running. */
export function startAhead(): void {
  if (waiting) return;
  const worker = start();
  waiting = worker;
  worker.addEventListener('error', () => {
    if (waiting === worker) waiting = undefined;
  });
}

/** A worker of one editor. */
export class PreviewWorker {
  private worker: Worker | undefined;
  private hasLoaded = false;
  private readonly asked = new Map<number, { resolve: (shown: Shown) => void; reject: (error: Error) => void }>();

  constructor() {
    this.listenTo(waiting ?? start());
    waiting = undefined;
  }

  readonly ask = (job: Job): Promise<Shown> =>
    new Promise((resolve, reject) => {
      this.asked.set(job.sequence, { resolve, reject });
      (this.worker ?? this.listenTo(start())).postMessage(job);
    });

  stop(): void {
    this.worker?.terminate();
  }

  private listenTo(worker: Worker): Worker {
    worker.addEventListener('message', ({ data }: MessageEvent<Shown>) => {
      this.hasLoaded = true;
      this.asked.get(data.sequence)?.resolve(data);
      this.asked.delete(data.sequence);
    });
    worker.addEventListener('error', () => {
      // Its code did not come, as after an upgrade: nothing that is posted to it is ever answered. The next job starts another.
      if (!this.hasLoaded) this.worker = undefined;
      for (const { reject } of this.asked.values()) reject(new Error(t('The preview has stopped. Reload the page.')));
      this.asked.clear();
    });
    return (this.worker = worker);
  }
}
