import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';
import { Failure } from './failure.js';
import { Field } from './field.js';

type Props = {
  readonly title: string;
  /** What will be gone, in a sentence. */
  readonly consequence: ReactNode;
  /** What has to be typed: the name of what it is about. */
  readonly word: string;
  readonly action: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  readonly failure?: Error | null;
};

/** For what cannot be undone, and nothing else: everything else is done at once and can be taken back. */
export function TypedConfirmation(props: Props) {
  const { title, consequence, word, action, open, onClose, onConfirm, busy = false, failure } = props;
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === word;
  return (
    <Dialog title={title} open={open} onClose={onClose} description={consequence}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (matches) onConfirm();
        }}
      >
        <Field label={t('Type {word} to confirm', { word })} autoComplete="off" value={typed} onChange={setTyped} />
        {failure && <Failure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="danger" busy={busy} disabled={!matches}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
