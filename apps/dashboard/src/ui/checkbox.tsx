import './field.css';
import type { ReactNode } from 'react';

type Props = {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

export const Checkbox = ({ label, checked, onChange, disabled = false }: Props) => (
  <label className="ui-checkbox">
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
);
