import type { Draft, Outcome, Setting } from './draft.js';
import type { Hint } from './hints.js';

/** A job of the worker. */
export interface Job {
  readonly sequence: number;
  readonly draft: Draft;
  readonly setting: Setting;
  readonly images: boolean;
  /** The HTML from the server, which still needs sanitizing. */
  readonly outcome?: Outcome | undefined;
}

/** The result of a job. The server renders incomplete ones. */
export interface PreviewResult {
  readonly sequence: number;
  readonly outcome?: Outcome;
  readonly isWhole?: boolean;
  readonly html?: string | undefined;
  readonly amp?: string | undefined;
  /** Of the HTML before sanitizing. */
  readonly bytes?: number | undefined;
  readonly hints?: readonly Hint[];
  readonly failed?: string;
}

export interface PreviewJob {
  readonly draft: Draft;
  readonly setting: Setting;
  readonly images: boolean;
}

export type Whole = PreviewResult & { readonly outcome: Outcome };

export interface Renderers {
  /** Sends the job to the worker. */
  readonly here: (job: Job) => Promise<PreviewResult>;
  /** Requests the parts that only the server renders. The other parts keep the local result. */
  readonly server: (wanted: PreviewJob) => Promise<Partial<Outcome>>;
  readonly shown: (shown: Whole, wanted: PreviewJob, by: 'here' | 'server') => void;
  readonly failed: (error: unknown) => void;
}

/** One rendering at a time. Only the newest waiting job is kept. A late result is shown unless a newer one was. */
export class PreviewQueue {
  private sequence = 0;
  private waiting: PreviewJob | undefined;
  private running = false;

  constructor(private readonly renderers: Renderers) {}

  want(wanted: PreviewJob): void {
    this.waiting = wanted;
    if (!this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let wanted = this.take(); wanted; wanted = this.take()) {
      try {
        await this.render(wanted);
      } catch (error) {
        this.renderers.failed(error);
      }
    }
    this.running = false;
  }

  private take(): PreviewJob | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  private async render(wanted: PreviewJob): Promise<void> {
    this.sequence += 1;
    const job: Job = { sequence: this.sequence, ...wanted };
    const here = await this.renderHere(job);
    this.renderers.shown(here, wanted, 'here');
    if (here.isWhole) return;
    const rendered = await this.renderers.server(wanted);
    const cleaned = await this.renderHere({ ...job, outcome: { ...here.outcome, ...rendered } });
    this.renderers.shown(cleaned, wanted, 'server');
  }

  private async renderHere(job: Job): Promise<Whole> {
    const shown = await this.renderers.here(job);
    if (shown.outcome) return { ...shown, outcome: shown.outcome };
    throw new Error(shown.failed ?? 'The preview has no answer');
  }
}
