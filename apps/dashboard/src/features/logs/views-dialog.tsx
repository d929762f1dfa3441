import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { usePresence } from '../../session/session.js';
import { Button, IconButton } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Labelled } from '../../ui/field.js';
import type { LogSearch } from './log-search.js';
import { maxNameLength, maxViews, readViews, removeView, saveView, viewsKey } from './saved-views.js';

type Props = {
  readonly search: LogSearch;
  readonly onOpen: (search: LogSearch) => void;
  readonly onClose: () => void;
};

/** Saved filters: open, save and remove. */
export function ViewsDialog({ search, onOpen, onClose }: Props) {
  const { user, account } = usePresence();
  const key = viewsKey(user.id, account.id);
  const [views, setViews] = useState(() => readViews(key));
  const [name, setName] = useState('');
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const isFull = views.length >= maxViews && views.every((view) => view.name !== name.trim());
  const why = isFull
    ? t('Remove a view first: there are {count}.', { count: maxViews })
    : isFiltered
      ? undefined
      : t('Set a filter first.');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Saved views')}
      description={t('Filters with a name, saved in this browser only.')}
    >
      {views.length > 0 && (
        <ul className="logs-views" aria-label={t('Saved views')}>
          {views.map((view) => (
            <li key={view.name} className="row">
              <Button
                tone="quiet"
                onClick={() => {
                  onOpen(view.search);
                  onClose();
                }}
              >
                {view.name}
              </Button>
              <IconButton
                icon="trash"
                label={t('Remove {name}', { name: view.name })}
                onClick={() => {
                  removeView(key, view.name);
                  setViews(readViews(key));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (why !== undefined || name.trim() === '') return;
          saveView(key, { name: name.trim(), search });
          setViews(readViews(key));
          setName('');
        }}
      >
        <Labelled label={t('Name of the current filters')}>
          {(control) => (
            <input
              {...control}
              maxLength={maxNameLength}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Labelled>
        <DialogActions>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button type="submit" tone="primary" why={why} disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
