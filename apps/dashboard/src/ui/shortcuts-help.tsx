import { Fragment, useState } from 'react';
import { t } from '../i18n/texts.js';
import { Checkbox } from './field.js';
import { useCurrentCommands } from './commands.js';
import { Dialog } from './dialog.js';
import { singleKeysAreOn, spelled, turnSingleKeys } from './key-sequences.js';
import { classes } from './classes.js';

/** Shows keys: `g l`, `Mod+K`. */
export const Keys = ({ keys, className }: { keys: string; className?: string }) => (
  <span className={classes('ui-keys', className)}>
    {keys.split(' ').map((key) => (
      <kbd key={key}>{spelled(key)}</kbd>
    ))}
  </span>
);

/** The shortcuts of the current page, and a switch that turns single keys off. */
export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [areOn, setAreOn] = useState(singleKeysAreOn);
  const withKeys = useCurrentCommands().filter(
    ({ keys }, position, all) => keys !== undefined && all.findIndex((other) => other.keys === keys) === position,
  );
  return (
    <Dialog title={t('Keyboard shortcuts')} open={open} onClose={onClose}>
      <dl className="ui-shortcuts">
        {withKeys.map(({ label, keys }) => (
          <Fragment key={keys}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys!} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <Checkbox
        label={t('Shortcuts with a single key')}
        checked={areOn}
        onChange={(on) => {
          turnSingleKeys(on);
          setAreOn(on);
        }}
      />
    </Dialog>
  );
}
