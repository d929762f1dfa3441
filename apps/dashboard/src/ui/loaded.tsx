import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';
import { SkeletonRows } from './skeleton.js';
import { useStandingError } from './standing-error.js';

type Props<Data> = {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
  /** The true shape of what comes. */
  readonly skeleton?: ReactNode;
};

/** What a query says: its skeleton, its failure, or what it found. What was found before stays visible while it is asked again, or could not be. */
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
