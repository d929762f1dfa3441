type Props = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (isSelected: boolean) => void;
};

/** Selects a row of a table. The label enlarges the area to click. */
export const RowCheckbox = ({ label, checked, onChange }: Props) => (
  <label className="ui-table-select">
    <input type="checkbox" aria-label={label} checked={checked} onChange={(event) => onChange(event.target.checked)} />
  </label>
);
