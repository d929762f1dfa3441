import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { rich } from '../../i18n/rich.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { download } from '../../ui/download.js';
import { Failure } from '../../ui/failure.js';
import { Time } from '../../ui/time.js';
import { toFile, isComplete, maxExported, newExport, withNextPage } from './log-export.js';
import type { LogSearch } from './log-search.js';
import { toQuery } from './log-search.js';
import { readLogs } from './queries.js';

/** Reads the filtered logs and writes them to a file in the browser. Closing the dialog stops it. */
export function ExportDialog({ search, onClose }: { search: LogSearch; onClose: () => void }) {
  // The end of a period such as "last hour" does not move while pages are read.
  const [query] = useState(() => toQuery(search, Date.now()));
  const [done, setDone] = useState(newExport);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const exporting = useMutation({
    mutationFn: async () => {
      const { signal } = leaving.current!;
      let next = done;
      while (!isComplete(next) && !signal.aborted) {
        next = await withNextPage(next, (page) => readLogs({ ...query, ...page }, signal));
        setDone(next);
      }
      if (!signal.aborted) download(toFile(next), 'logs.csv');
    },
    meta: { showsFailure: true },
  });
  const isCut = done.cursor !== null && isComplete(done);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Export logs as CSV')}
      description={t('The filtered emails, newest first, at most {count}.', { count: formatNumber(maxExported) })}
    >
      <div className="stack">
        <p role="status">
          {done !== newExport && tn('{count} email read.', '{count} emails read.', done.rows.length)}{' '}
          {exporting.isPending && done.searchedTo !== null && (
            <span className="muted">
              {rich('Searched back to {when}.', { when: <Time at={done.searchedTo} precise /> })}
            </span>
          )}
          {exporting.isSuccess && t('The file is in your downloads.')}{' '}
          {exporting.isSuccess && isCut && t('Older emails are omitted. Choose a shorter time to export them.')}
        </p>
        {exporting.error && <Failure error={exporting.error} />}
        <DialogActions>
          <Button onClick={onClose}>{exporting.isSuccess ? t('Close') : t('Cancel')}</Button>
          {!exporting.isSuccess && (
            <Button tone="primary" icon="download" busy={exporting.isPending} onClick={() => exporting.mutate()}>
              {exporting.error ? t('Continue') : t('Export')}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}
