import type { components } from '@postrider/client';

export type Statistics = components['schemas']['Statistics'];
type Figures = components['schemas']['Figures'];

export const measures = ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const;
export type Measure = (typeof measures)[number];

/** Mails, each once. */
export const valueOf = (figures: Figures, measure: Measure): number =>
  measure === 'sent' ? figures.sent : figures[measure].unique;

export type Tile = {
  readonly measure: Measure;
  readonly value: number;
  /** Of the mails sent; nothing of none. */
  readonly rate: number | undefined;
  /** Against the period before: 0.1 is a tenth more. Nothing where there was none. */
  readonly change: number | undefined;
};

export const tilesOf = (current: Figures, before: Figures): readonly Tile[] =>
  measures.map((measure) => {
    const [value, earlier] = [valueOf(current, measure), valueOf(before, measure)];
    return {
      measure,
      value,
      rate: measure === 'sent' || current.sent === 0 ? undefined : value / current.sent,
      change: earlier === 0 ? undefined : value / earlier - 1,
    };
  });

/** Whether more of it is good news. */
export const isGoodNews = ({ measure, change }: Tile): boolean | undefined =>
  change === undefined || Math.abs(change) < 0.005 ? undefined : measure === 'bounced' ? change < 0 : change > 0;
