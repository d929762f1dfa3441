import type { Job, Shown } from './job.js';

const { default: workerAddress } = await import('./preview.worker.ts?worker&url');

type ScriptAddress = string;
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): ScriptAddress };
};

/** The one script that the policy of the page lets somebody start by its address (docs/dashboard.md#the-preview). */
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
  waiting ??= start();
}

/** A worker of one editor. */
export class PreviewWorker {
  private readonly worker: Worker;
  private readonly asked = new Map<number, { resolve: (shown: Shown) => void; reject: (error: Error) => void }>();

  constructor() {
    this.worker = waiting ?? start();
    waiting = undefined;
    this.worker.addEventListener('message', ({ data }: MessageEvent<Shown>) => {
      this.asked.get(data.sequence)?.resolve(data);
      this.asked.delete(data.sequence);
    });
    this.worker.addEventListener('error', () => {
      for (const { reject } of this.asked.values()) reject(new Error('The preview has stopped'));
      this.asked.clear();
    });
  }

  readonly ask = (job: Job): Promise<Shown> =>
    new Promise((resolve, reject) => {
      this.asked.set(job.sequence, { resolve, reject });
      this.worker.postMessage(job);
    });

  stop(): void {
    this.worker.terminate();
  }
}
