import './field.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { t } from '../i18n/texts.js';

type LabelledProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: Control) => ReactNode;
};
type Control = {
  readonly id: string;
  readonly className: 'ui-control';
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
};

/** A labelled control with its hint or error, associated for screen readers. */
export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="ui-field">
      <label className="ui-field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: 'ui-control',
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined && hint === undefined ? undefined : `${id}-more`,
      })}
      {(error !== undefined || hint !== undefined) && (
        <div id={`${id}-more`} className={error === undefined ? 'ui-field-hint' : 'ui-field-error'}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}

type CheckboxProps = {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

export const Checkbox = ({ label, checked, onChange }: CheckboxProps) => (
  <label className="ui-checkbox">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
);

type DayProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
};

/** Not controlled, because the first digits of a year are not a valid filter. */
const DayField = ({ label, value, onChange, ...range }: DayProps) => (
  <input
    key={value}
    type="date"
    className="ui-control"
    aria-label={label}
    defaultValue={value}
    {...range}
    onBlur={({ target }) => target.value !== (value ?? '') && onChange(target.value || undefined)}
    onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
  />
);

type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** A filter by days, `yyyy-mm-dd`; reports the changed one. */
export const DayRange = ({ from, to, onChange }: Days & { readonly onChange: (changed: Days) => void }) => (
  <span className="ui-days">
    <DayField label={t('From')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
    <span aria-hidden="true">–</span>
    <DayField label={t('To')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
  </span>
);

type FilterProps = {
  /** For screen readers. On screen, the first option names the filter. */
  readonly label: string;
  readonly value: string | undefined;
  /** The first option, with an empty value, selects nothing. */
  readonly options: Iterable<readonly [value: string, label: string]>;
  readonly onChange: (value: string | undefined) => void;
};

/** A select in a row of filters. */
export const PlainSelect = ({ label, value = '', options, onChange }: FilterProps) => (
  <select
    className="ui-control"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value || undefined)}
  >
    {[...options].map(([name, text]) => (
      <option key={name} value={name}>
        {text}
      </option>
    ))}
  </select>
);
