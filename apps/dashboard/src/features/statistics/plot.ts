import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { currentLanguage } from '../../i18n/language.js';
import { formatNumber, t } from '../../i18n/texts.js';
import type { Statistics } from './figures.js';
import { measures, toPoints } from './figures.js';
import { nameOfMeasure } from './tiles.js';

const font = '12px system-ui, sans-serif';
const hour = 3_600;
const day = 24 * hour;
/** The distance between marks on the time axis: whole hours or days, so that no label repeats. */
const steps = {
  hour: [1, 2, 3, 6, 12].map((count) => count * hour),
  day: [1, 2, 5, 7, 10, 14, 30].map((count) => count * day),
  // Multiples of 30 days are months.
  week: [7, 14, 30, 60, 90, 180].map((count) => count * day),
};

const nameOfStep = (step: ReturnType<typeof toPoints>['step']): string =>
  ({ hour: t('Hour'), day: t('Day'), week: t('Week from') })[step];

/** Draws the chart at the container's width. Returns a cleanup function. */
export function plot(
  host: HTMLElement,
  statistics: Statistics,
  { height, isUtc }: { readonly height: number; readonly isUtc: boolean },
): () => void {
  const { step, points } = toPoints(statistics);
  const colour = createColourReader(host);
  const axis = {
    font,
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const parts: Intl.DateTimeFormatOptions = {
    ...(step === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
    ...(isUtc ? { timeZone: 'UTC' } : {}),
  };
  const tick = new Intl.DateTimeFormat(currentLanguage(), parts);
  const time = new Intl.DateTimeFormat(currentLanguage(), {
    ...parts,
    ...(step === 'week' ? { year: 'numeric' } : {}),
  });
  const chart = new uPlot(
    {
      width: host.clientWidth,
      height,
      legend: { live: true },
      cursor: { points: { size: 7 } },
      ...(isUtc ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') } : {}),
      scales: { y: { range: (_plot, _least, max) => [0, Math.max(max * 1.1, 4)] } },
      axes: [
        {
          ...axis,
          incrs: steps[step],
          values: (_plot, splits) => splits.map((seconds) => tick.format(seconds * 1000)),
        },
        {
          ...axis,
          size: 56,
          values: (_plot, splits) => splits.map((value) => (Number.isInteger(value) ? formatNumber(value) : '')),
        },
      ],
      series: [
        {
          label: nameOfStep(step),
          value: (_plot, seconds: number | null) => (seconds === null ? '' : time.format(seconds * 1000)),
        },
        ...measures.map((measure, position) => ({
          label: nameOfMeasure(measure),
          // Empty while the pointer is outside.
          value: (_plot: uPlot, value: number | null) => (value === null ? '' : formatNumber(value)),
          stroke: colour(`--chart-${position + 1}`),
          width: 2,
          points: { show: points.length <= 31, size: 5 },
        })),
      ],
    },
    [
      points.map(({ begins }) => begins),
      ...measures.map((_measure, index) => points.map(({ values }) => values[index]!)),
    ],
    host,
  );
  const observer = new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height }));
  observer.observe(host);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}

/** Canvas cannot resolve CSS variables, so they are read from an element. */
function createColourReader(host: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = host.appendChild(document.createElement('span'));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
