import { classes } from '../ui/classes.js';

interface Props<View> {
  readonly label: string;
  readonly views: readonly (readonly [view: View, label: string])[];
  readonly shown: View;
  readonly onChange: (view: View) => void;
}

/** Chooses one of several views. */
export const ViewSwitch = <View extends string>({ label, views, shown, onChange }: Props<View>) => (
  <div className="preview-views" role="group" aria-label={label}>
    {views.map(([view, name]) => (
      <button
        key={view}
        type="button"
        className={classes('preview-view', view === shown && 'preview-view-on')}
        aria-pressed={view === shown}
        onClick={() => onChange(view)}
      >
        {name}
      </button>
    ))}
  </div>
);
