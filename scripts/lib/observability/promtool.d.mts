export interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
export interface Case {
  readonly name: string;
  readonly alerts: readonly string[];
  readonly minute: number;
  readonly series: readonly { readonly series: string; readonly values: string }[];
}
export function readRules(): readonly { readonly name: string; readonly rules: readonly Rule[] }[];
/** What promtool says is otherwise; nothing is well. */
export function evaluate(promtool: string, cases: readonly Case[], empty?: readonly string[]): string;
