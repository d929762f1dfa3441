import './field.css';

type Props = {
  /** What it filters by: said to screen readers, as the choices speak for themselves. */
  readonly label: string;
  /** What stands for no filter. */
  readonly all: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, name: string])[];
  /** Empty for no filter. */
  readonly onChange: (value: string) => void;
};

/** One filter of a list, beside its search field. */
export const FilterSelect = ({ label, all, value, options, onChange }: Props) => (
  <select
    className="ui-control"
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value)}
  >
    <option value="">{all}</option>
    {options.map(([option, name]) => (
      <option key={option} value={option}>
        {name}
      </option>
    ))}
  </select>
);
