import { figure, share, t } from '../../i18n/texts.js';
import { classes } from '../../ui/classes.js';
import type { Measure, Tile } from './figures.js';
import { isGoodNews } from './figures.js';

export const nameOfMeasure = (measure: Measure): string =>
  ({
    sent: t('Sent'),
    delivered: t('Delivered'),
    opened: t('Opened'),
    clicked: t('Clicked'),
    bounced: t('Bounced'),
  })[measure];

export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <dl className="overview-tiles">
    {tiles.map((tile) => (
      <div key={tile.measure} className="overview-tile">
        <dt>{nameOfMeasure(tile.measure)}</dt>
        <dd className="overview-value">{figure(tile.value)}</dd>
        <dd className="caption muted">
          {tile.rate !== undefined && <span>{share(tile.rate)} </span>}
          <Change tile={tile} />
        </dd>
      </div>
    ))}
  </dl>
);

function Change({ tile }: { tile: Tile }) {
  if (tile.change === undefined) return undefined;
  const good = isGoodNews(tile);
  const direction = tile.change > 0 ? '▲' : '▼';
  return (
    <span
      className={classes(good === true && 'overview-better', good === false && 'overview-worse')}
      title={t('against the period before')}
    >
      {good === undefined ? t('as before') : `${direction} ${share(Math.abs(tile.change))}`}
    </span>
  );
}
