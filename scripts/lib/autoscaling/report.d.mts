export interface Step {
  readonly second: number;
  readonly sends: number;
  readonly replicas: Readonly<Record<string, number>>;
  readonly due: number;
  readonly oldest: number;
  readonly refused: number;
}
export interface Day {
  readonly name: string;
  readonly night: number;
  readonly provider: number;
  readonly held?: number;
}
export const days: readonly Day[];
export const flappingSeconds: number;
export function simulateDay(day: Day, unseen?: readonly string[]): readonly Step[];
export function isWritten(): boolean;
