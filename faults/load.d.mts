export class Load {
  constructor(
    target: { readonly api: string; readonly headers: Readonly<Record<string, string>> },
    options: { readonly template: string; readonly perSecond: number },
  );
  readonly accepted: ReadonlyMap<number, string>;
  readonly answers: ReadonlyMap<number | string, number>;
  readonly refused: ReadonlyMap<number, { readonly status: number }>;
  readonly mismatched: readonly number[];
  readonly unanswered: ReadonlySet<number>;
  readonly repeats: number;
  start(): void;
  finish(deadlineMs: number): Promise<void>;
}
