import type { Draft, Outcome, Setting } from './draft.js';
import type { Hint } from './hints.js';

/** What is asked of the worker. */
export interface Job {
  readonly sequence: number;
  readonly draft: Draft;
  readonly setting: Setting;
  readonly images: boolean;
  /** What the server made of it, which is then only cleaned. */
  readonly outcome?: Outcome | undefined;
}

/** What can be shown. What is not whole, the server has to render. */
export interface Shown {
  readonly sequence: number;
  readonly outcome?: Outcome;
  readonly isWhole?: boolean;
  readonly html?: string | undefined;
  readonly amp?: string | undefined;
  /** Of the HTML, before anything was taken out of it. */
  readonly bytes?: number | undefined;
  readonly hints?: readonly Hint[];
  readonly failed?: string;
}
