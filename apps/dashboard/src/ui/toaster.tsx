import './overlay.css';
import { t } from '../i18n/texts.js';
import { Button, IconButton } from './button.js';
import { classes } from './classes.js';
import { useCommands } from './commands.js';
import type { Toast } from './toasts.js';
import { dismiss, useToasts } from './toasts.js';

export function Toaster() {
  const toasts = useToasts();
  const last = toasts.findLast(({ undo }) => undo !== undefined);
  useCommands([{ label: t('Undo'), keys: 'z', run: () => last && undoToast(last) }]);
  return (
    <div className="ui-toasts" role="region" aria-label={t('Messages')}>
      <div aria-live="polite" className="stack">
        {toasts.map((toast) => (
          <div key={toast.id} className={classes('ui-toast', toast.bad && 'ui-toast-bad')}>
            <span className="ui-toast-text">{toast.text}</span>
            {toast.undo && <Button onClick={() => undoToast(toast)}>{t('Undo')}</Button>}
            <IconButton icon="close" label={t('Dismiss')} onClick={() => dismiss(toast.id)} />
          </div>
        ))}
      </div>
    </div>
  );
}

function undoToast({ id, undo }: Toast): void {
  dismiss(id);
  undo?.();
}
