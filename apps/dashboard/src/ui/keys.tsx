import { classes } from './classes.js';
import { spelled } from './key-sequences.js';

/** Shows keys: `g l`, `Mod+K`. */
export const Keys = ({ keys, className }: { keys: string; className?: string }) => (
  <span className={classes('ui-keys', className)}>
    {keys.split(' ').map((key) => (
      <kbd key={key}>{spelled(key)}</kbd>
    ))}
  </span>
);
