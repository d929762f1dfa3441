import './field.css';
import { useId } from 'react';

type Props = { readonly label: string; readonly accept: string; readonly onChange: (file: File | undefined) => void };

export function FileField({ label, accept, onChange }: Props) {
  const id = useId();
  return (
    <div className="ui-field">
      <label className="ui-field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="ui-control"
        type="file"
        accept={accept}
        onChange={(event) => onChange(event.target.files?.[0])}
      />
    </div>
  );
}
