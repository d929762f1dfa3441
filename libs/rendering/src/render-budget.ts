import type { Budget, Rendering } from './errors.js';
import { RenderBudgetExceeded } from './errors.js';
import { renderLimits } from './limits.js';

/** The clock is looked at so often: a step takes well under 10 us, so it is noticed within some milliseconds. */
const stepsBetweenChecks = 256;

/** What one mail may still cost: one budget for all its parts and for everything that is derived from them. */
export class RenderBudget {
  private steps = 0;
  private checkAt = stepsBetweenChecks;
  private readonly printed: string[] = [];
  private length = 0;
  private begun: { readonly at: number; readonly processor: NodeJS.CpuUsage } | undefined;

  /** Spends a tag, a piece of text or an item of a list. */
  step(of: Rendering): void {
    this.steps += 1;
    if (this.steps >= this.checkAt) this.check(of);
  }

  /** Spends as much at once as so many steps. */
  spend(steps: number, of: Rendering): void {
    this.steps += steps;
    if (this.steps >= this.checkAt) this.check(of);
  }

  /** UTF-16 units that may still be printed; never fewer than the bytes of the same text allow. */
  get left(): number {
    return renderLimits.outputBytes - this.length;
  }

  /** Spends a text of the mail. Its length bounds it; bytes are counted only where text beyond ASCII could matter. */
  print(text: string, of: Rendering): string {
    this.printed.push(text);
    this.length += text.length;
    if (this.length > renderLimits.outputBytes) this.exceed('output', of);
    if (this.length > renderLimits.outputBytes / 3) {
      const bytes = this.printed.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      if (bytes > renderLimits.outputBytes) this.exceed('output', of);
    }
    return text;
  }

  /**
   * Most mails end before the clock is looked at the first time. Both clocks must have run out: time alone passes on a
   * busy machine too, and the processor time of a process is also that of its other threads.
   */
  checkTime(of: Rendering): void {
    if (!this.begun) {
      this.begun = { at: performance.now(), processor: process.cpuUsage() };
    } else if (performance.now() - this.begun.at > renderLimits.milliseconds) {
      const { user, system } = process.cpuUsage(this.begun.processor);
      if ((user + system) / 1_000 > renderLimits.milliseconds) this.exceed('milliseconds', of);
    }
  }

  exceed(budget: Budget, of: Rendering): never {
    throw new RenderBudgetExceeded(of, budget, budget === 'output' ? renderLimits.outputBytes : renderLimits[budget]);
  }

  private check(of: Rendering): void {
    if (this.steps > renderLimits.tokens) this.exceed('tokens', of);
    this.checkTime(of);
    this.checkAt = Math.min(this.steps + stepsBetweenChecks, renderLimits.tokens + 1);
  }
}
