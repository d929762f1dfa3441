import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Labelled } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import type { ImportResult } from './queries.js';
import { importFile, suppressionsKey } from './queries.js';

/** A file is tried before it is written: what would be added, and which lines are at fault. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const trial = useMutation({ mutationFn: (chosen: File) => importFile(chosen, true), meta: { showsFailure: true } });
  const importing = useMutation({
    mutationFn: (chosen: File) => importFile(chosen, false),
    meta: { showsFailure: true },
    onSuccess: ({ added }) => {
      say(tn('{count} address suppressed.', '{count} addresses suppressed.', added));
      onClose();
      return queries.invalidateQueries({ queryKey: suppressionsKey });
    },
  });
  const failure = importing.error ?? trial.error;
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    if (chosen) trial.mutate(chosen);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Import suppressions')}
      description={t('A CSV file of at most 5 MB with the column email, and maybe reason and note.')}
    >
      <div className="stack">
        <Labelled label={t('File')}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => choose(event.target.files?.[0])}
            />
          )}
        </Labelled>
        {trial.data && <Findings result={trial.data} />}
        {failure && <Failure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            busy={trial.isPending || importing.isPending}
            disabled={!trial.data || trial.data.added === 0}
            onClick={() => file && importing.mutate(file)}
          >
            {trial.data ? tn('Add {count} address', 'Add {count} addresses', trial.data.added) : t('Add')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

const Findings = ({ result: { added, known, refused, errors } }: { result: ImportResult }) => (
  <div className="stack" role="status">
    <p>
      {tn('{count} address is new,', '{count} addresses are new,', added)}{' '}
      {tn('{count} is on the list already,', '{count} are on the list already,', known)}{' '}
      {tn('{count} line cannot be read.', '{count} lines cannot be read.', refused)}
    </p>
    {errors.length > 0 && (
      <ul className="caption">
        {errors.slice(0, 10).map(({ line, message }) => (
          <li key={line}>{t('Line {line}: {message}', { line, message })}</li>
        ))}
      </ul>
    )}
  </div>
);
