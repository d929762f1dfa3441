import type { Budget, Rendering } from './errors.js';
import { RenderBudgetExceeded } from './errors.js';
import type { RenderLimits } from './limits.js';
import { maxRenderDepth, renderLimits } from './limits.js';

/** A step takes far less than 10 us. The most expensive operation takes some milliseconds more than its steps. */
const stepsBetweenChecks = 64;
/** A usual email ends before the first check of the clock. */
const stepsBeforeClock = 3 * stepsBetweenChecks;

/** The share of the time after which the email must be completed. */
const shareOfEnd = 0.6;

/** The remaining budget of an email, shared by all its parts and everything derived from them. */
export class RenderBudget {
  private steps = 0;
  private checkAt = stepsBeforeClock;
  private readonly printed: string[] = [];
  private length = 0;
  private begunAt = Number.NaN;
  private startedAtProcessorMs = Number.NaN;

  constructor(private readonly limits = renderLimits) {}

  /** Charges a tag, a piece of text or a list item. */
  step(of: Rendering): void {
    this.steps += 1;
    if (this.steps >= this.checkAt) this.check(of);
  }

  /** Charges several steps at once. */
  spend(steps: number, of: Rendering): void {
    this.steps += steps;
    if (this.steps >= this.checkAt) this.check(of);
  }

  /** UTF-16 units that may still be printed; never fewer than the bytes of the same text allow. */
  get left(): number {
    return this.limits.outputBytes - this.length;
  }

  /** The HTML that may be converted to text; unlimited if undefined. */
  get htmlOfText(): RenderLimits['htmlOfText'] {
    return this.limits.htmlOfText;
  }

  /** Charges a text of the email by its length; bytes are only counted if non-ASCII text could exceed the limit. */
  print(text: string, of: Rendering): string {
    this.printed.push(text);
    this.length += text.length;
    if (this.length > this.limits.outputBytes) this.exceed('output', of);
    if (this.length > this.limits.outputBytes / 3) {
      const bytes = this.printed.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      if (bytes > this.limits.outputBytes) this.exceed('output', of);
    }
    return text;
  }

  /**
   * Both clocks must have exceeded the limit: elapsed time also passes on a busy machine, and the processor time is
   * that of all threads. Reading the processor time costs as much as a small email, so it starts after the first
   * millisecond.
   */
  checkTime(of: Rendering): void {
    const now = performance.now();
    if (Number.isNaN(this.begunAt)) this.begunAt = now;
    if (now - this.begunAt < 1) return;
    if (Number.isNaN(this.startedAtProcessorMs)) this.startedAtProcessorMs = processorMs();
    if (this.took(this.limits.milliseconds)) this.exceed('milliseconds', of);
  }

  /** Whether the remaining time is needed to complete the email. */
  get isTimeShort(): boolean {
    return this.took(this.limits.milliseconds * shareOfEnd);
  }

  exceed(budget: Budget, of: Rendering): never {
    throw new RenderBudgetExceeded(of, budget, this.getLimit(budget));
  }

  private took(milliseconds: number): boolean {
    return performance.now() - this.begunAt > milliseconds && processorMs() - this.startedAtProcessorMs > milliseconds;
  }

  private getLimit(budget: Budget): number {
    if (budget === 'depth') return maxRenderDepth;
    return budget === 'output' ? this.limits.outputBytes : this.limits[budget];
  }

  private check(of: Rendering): void {
    if (this.steps > this.limits.tokens) this.exceed('tokens', of);
    this.checkTime(of);
    this.checkAt = Math.min(this.steps + stepsBetweenChecks, this.limits.tokens + 1);
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
