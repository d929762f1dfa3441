import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { currentLanguage } from '../../i18n/language.js';
import { formatNumber, t } from '../../i18n/texts.js';
import type { Statistics } from './figures.js';
import { measures, valueOf } from './figures.js';
import { nameOfMeasure } from './tiles.js';

const font = '12px system-ui, sans-serif';
const hour = 3_600;
const day = 24 * hour;
/** From one mark of the time to the next: whole hours or days, or a mark would be named twice. */
const steps = {
  hour: [1, 2, 3, 6, 12].map((count) => count * hour),
  day: [1, 2, 5, 7, 10].map((count) => count * day),
};

/** Draws the figures as wide as their place is, and answers what takes the drawing away again. */
export function plot(host: HTMLElement, { by, buckets }: Statistics, height: number): () => void {
  const colour = coloursOf(host);
  const axis = {
    font,
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const time = new Intl.DateTimeFormat(currentLanguage(), {
    ...(by === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
  });
  const values = measures.map((measure) => buckets.map((bucket) => valueOf(bucket as Statistics['total'], measure)));
  const chart = new uPlot(
    {
      width: host.clientWidth,
      height,
      legend: { live: true },
      cursor: { points: { size: 7 } },
      scales: { y: { range: (_plot, _least, max) => [0, Math.max(max * 1.1, 4)] } },
      axes: [
        { ...axis, incrs: steps[by], values: (_plot, splits) => splits.map((seconds) => time.format(seconds * 1000)) },
        {
          ...axis,
          size: 56,
          values: (_plot, splits) => splits.map((value) => (Number.isInteger(value) ? formatNumber(value) : '')),
        },
      ],
      series: [
        {
          label: by === 'hour' ? t('Hour') : t('Day'),
          value: (_plot, seconds: number | null) => (seconds === null ? '' : time.format(seconds * 1000)),
        },
        ...measures.map((measure, position) => ({
          label: nameOfMeasure(measure),
          // Nothing while the pointer is outside.
          value: (_plot: uPlot, value: number | null) => (value === null ? '' : formatNumber(value)),
          stroke: colour(`--chart-${position + 1}`),
          width: 2,
          points: { show: buckets.length <= 31, size: 5 },
        })),
      ],
    },
    [buckets.map(({ begins }) => begins), ...values],
    host,
  );
  const observer = new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height }));
  observer.observe(host);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}

/** A canvas knows no variables: each is asked of an element that has it. */
function coloursOf(host: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = host.appendChild(document.createElement('span'));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
