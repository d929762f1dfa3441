import './field.css';

type Props = {
  /** For who cannot see that its first choice says what it is about. */
  readonly label: string;
  readonly value: string | undefined;
  /** The first, whose value is empty, is none of the others. */
  readonly options: Iterable<readonly [value: string, label: string]>;
  readonly onChange: (value: string | undefined) => void;
};

/** A choice in a row of filters, where a label of its own would only repeat it. */
export const PlainSelect = ({ label, value = '', options, onChange }: Props) => (
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
