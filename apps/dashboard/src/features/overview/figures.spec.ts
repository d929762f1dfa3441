import type { Statistics } from './figures.js';
import { isGoodNews, tilesOf } from './figures.js';

const figures = (sent: number, bounced: number): Statistics['total'] => {
  const none = { unique: 0, total: 0 };
  return {
    sent,
    delivered: { unique: sent - bounced, total: sent },
    opened: none,
    clicked: none,
    bounced: { unique: bounced, total: bounced },
    complaints: none,
    unsubscribes: none,
    conversions: none,
    revenue: 0,
  };
};

describe('the figures of a period', () => {
  it('are compared with the period before', () => {
    const [sent, delivered, opened, , bounced] = tilesOf(figures(200, 10), figures(100, 10));
    expect(sent).toEqual({ measure: 'sent', value: 200, rate: undefined, change: 1 });
    expect([delivered!.rate, bounced!.rate, bounced!.change]).toEqual([0.95, 0.05, 0]);
    expect([opened!.rate, opened!.change]).toEqual([0, undefined]);
  });

  it('have no rates where nothing was sent', () => {
    expect(tilesOf(figures(0, 0), figures(0, 0)).every(({ rate }) => rate === undefined)).toBe(true);
  });

  it('are good news when there is more, but of what bounced', () => {
    const news = tilesOf(figures(200, 20), figures(100, 10)).map(isGoodNews);
    expect(news).toEqual([true, true, undefined, undefined, false]);
  });
});
