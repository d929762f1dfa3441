import { useEffect, useRef } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { figure, t } from '../../i18n/texts.js';
import { useIsDark } from '../../ui/theme.js';
import type { Statistics } from './figures.js';
import { measures, valueOf } from './figures.js';
import { nameOfMeasure } from './tiles.js';

const height = 260;

/** A drawing of the figures, made again in other colours or another language. */
export function Chart({ statistics }: { statistics: Statistics }) {
  const isDark = useIsDark();
  const language = useLanguage();
  return <Drawing key={`${isDark} ${language}`} statistics={statistics} />;
}

/** Its code comes after the numbers stand. */
function Drawing({ statistics }: { statistics: Statistics }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let clear = (): void => undefined;
    let isGone = false;
    void import('./plot.js').then(({ plot }) => {
      if (!isGone) clear = plot(element, statistics, height);
      return undefined;
    });
    return () => {
      isGone = true;
      clear();
    };
  }, [statistics]);
  const summary = measures
    .map((measure) => `${nameOfMeasure(measure)}: ${figure(valueOf(statistics.total, measure))}`)
    .join(', ');
  return <div ref={host} className="overview-chart" role="img" aria-label={`${t('Over time')}. ${summary}`} />;
}
