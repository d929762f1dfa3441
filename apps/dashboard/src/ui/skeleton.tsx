import './marks.css';
import { t } from '../i18n/texts.js';

/** Where a text will stand: `width` in characters or as CSS says it. */
export const Skeleton = ({ width = '100%', height = 16 }: { width?: string | number; height?: number }) => (
  <span className="ui-skeleton" style={{ width: typeof width === 'number' ? `${width}ch` : width, height }} />
);

/** Rows of a list that is being read. */
export const SkeletonRows = ({ count = 8 }: { count?: number }) => (
  <div className="ui-skeletons" role="status" aria-busy="true" aria-label={t('Loading')}>
    {Array.from({ length: count }, (_, position) => (
      <Skeleton key={position} width={`${90 - ((position * 37) % 40)}%`} height={20} />
    ))}
    <p className="ui-slow muted">{t('This takes longer than usual …')}</p>
  </div>
);
