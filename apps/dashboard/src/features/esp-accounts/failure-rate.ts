import type { components } from '@postrider/client';

export type AttemptHour = components['schemas']['AttemptHour'];

/** Hours of each period. */
export const periods = { day: 24, week: 168 } as const;
export type Period = keyof typeof periods;

/** All hours of a period together. */
export const sumUp = (hours: readonly AttemptHour[]): { readonly attempts: number; readonly failed: number } => ({
  attempts: hours.reduce((sum, { attempts }) => sum + attempts, 0),
  failed: hours.reduce((sum, { failed }) => sum + failed, 0),
});

export const getRate = ({ attempts, failed }: Pick<AttemptHour, 'attempts' | 'failed'>): number =>
  attempts === 0 ? 0 : failed / attempts;

/** The upper end of the chart: low rates would be invisible below 100 %. */
export function getTop(hours: readonly AttemptHour[]): number {
  const highest = Math.max(0, ...hours.map(getRate));
  return [0.1, 0.25, 0.5].find((top) => highest <= top) ?? 1;
}
