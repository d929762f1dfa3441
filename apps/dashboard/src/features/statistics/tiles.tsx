import { duration, formatNumber, share, t, tn } from '../../i18n/texts.js';
import { classes } from '../../ui/classes.js';
import type { Figures, Measure, Tile } from './figures.js';
import { isPositive, toTiles } from './figures.js';

export const nameOfMeasure = (measure: Measure): string =>
  ({
    sent: t('Sent'),
    delivered: t('Delivered'),
    opened: t('Opened'),
    clicked: t('Clicked'),
    bounced: t('Bounced'),
  })[measure];

type TilesProps = { readonly current: Figures; readonly before: Figures };

export const Tiles = ({ current, before }: TilesProps) => (
  <dl className="statistics-tiles">
    {toTiles(current, before).map((tile) => (
      <div key={tile.measure} className="statistics-tile">
        <dt>{nameOfMeasure(tile.measure)}</dt>
        <dd className="statistics-value">{isKnown(tile) ? formatNumber(tile.value) : '–'}</dd>
        <dd className="caption muted">
          {tile.isReported ? <Rate tile={tile} /> : formatUnreported(tile)}
          <Change tile={tile} />
        </dd>
      </div>
    ))}
    <TimeToDelivered figures={current} />
  </dl>
);

function TimeToDelivered({ figures: { sent, delivered, time_to_delivered: time } }: { figures: Figures }) {
  const isSilent = sent > 0 && delivered.unique === 0;
  return (
    <div className="statistics-tile">
      <dt>{t('Time to delivery')}</dt>
      <dd className="statistics-value">{time ? duration(time.p50) : '–'}</dd>
      <dd className="caption muted">
        {time ? t('median, 95%: {time}', { time: duration(time.p95) }) : isSilent && t('not reported')}
      </dd>
    </div>
  );
}

/** Zero deliveries of sent emails mean that reports are missing. Zero opens and clicks can be correct. */
const isKnown = ({ measure, isReported }: Tile): boolean => isReported || measure !== 'delivered';

const formatUnreported = ({ measure }: Tile): string =>
  measure === 'delivered' ? t('not reported') : t('none reported');

/** The base of a rate, if it is not all sent emails. */
function Rate({ tile: { measure, rate, base } }: { tile: Tile }) {
  if (rate === undefined) return undefined;
  const ofReported =
    measure === 'delivered' ? t('of {count} with a reported outcome', { count: formatNumber(base) }) : undefined;
  return <span title={ofReported}>{share(rate)} </span>;
}

function Change({ tile }: { tile: Tile }) {
  if (tile.change === undefined) return undefined;
  const good = isPositive(tile);
  const direction = tile.change > 0 ? '▲' : '▼';
  return (
    <span
      className={classes(good === true && 'statistics-better', good === false && 'statistics-worse')}
      title={t('vs. previous period')}
    >
      {good === undefined ? t('no change') : `${direction} ${formatSize(tile)}`}
    </span>
  );
}

const points = (count: number): string => tn('{count} pt', '{count} pts', count);

/** A rate changes by percentage points: from 10 % to 15 % are 5, and not 50 %. */
const formatSize = ({ measure, change = 0 }: Tile): string =>
  measure === 'sent' ? share(Math.abs(change)) : points(Math.round(Math.abs(change) * 1_000) / 10);
