import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';
import { useStandingError } from './save-with-conflict-check.js';
import './marks.css';
import { t } from '../i18n/texts.js';

/** A text skeleton: `width` in characters or as a CSS length. */
export const Skeleton = ({ width = '100%', height = 16 }: { width?: string | number; height?: number }) => (
  <span className="ui-skeleton" style={{ width: typeof width === 'number' ? `${width}ch` : width, height }} />
);

/** The skeleton rows of a list. */
export const SkeletonRows = ({ count = 8 }: { count?: number }) => (
  <div className="ui-skeletons" role="status" aria-busy="true" aria-label={t('Loading')}>
    {Array.from({ length: count }, (_, position) => (
      <Skeleton key={position} width={`${90 - ((position * 37) % 40)}%`} height={20} />
    ))}
    <p className="ui-slow muted">{t('This takes longer than usual …')}</p>
  </div>
);

type Props<Data> = {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
  /** A skeleton with the shape of the content. */
  readonly skeleton?: ReactNode;
};

/** Shows a query: its skeleton, its failure or its data. Existing data stays visible while it is refetched or when that fails. */
export function Loaded<Data>({ query, children, skeleton = <SkeletonRows /> }: Props<Data>) {
  const { data } = query;
  const error = useStandingError(query);
  return (
    <>
      {error && <Failure error={error} retry={() => void query.refetch()} />}
      {data === undefined ? !error && skeleton : children(data)}
    </>
  );
}
