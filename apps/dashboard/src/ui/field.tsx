import './field.css';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { useId } from 'react';
import { fieldErrorOf } from '../api/failure.js';

type Labelled = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The path of the field in the request; with `failure`, what the API said of it stands here. */
  readonly name?: string;
  readonly failure?: Error | null | undefined;
  /** What is wrong before anybody asked the API. */
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
};
type Of<Attributes> = Labelled & Omit<Attributes, keyof Labelled>;

type Control = {
  readonly id: string;
  readonly className: 'ui-control';
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
};

/** A labelled control of any kind, with what is wrong with it beneath: where the eye is, and where a screen reader says it. */
export function Labelled(
  props: Pick<Labelled, 'label' | 'hint' | 'name' | 'failure' | 'error'> & {
    children: (control: Control) => ReactNode;
  },
) {
  const { label, hint, name, failure, children } = props;
  const id = useId();
  const error = props.error ?? (name === undefined ? undefined : fieldErrorOf(failure, name));
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

export function Field({ label, hint, failure, error, onChange, ...rest }: Of<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Labelled {...{ label, hint, failure, error }} {...(rest.name === undefined ? {} : { name: rest.name })}>
      {(control) => <input type="text" {...rest} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  );
}

export function TextArea({
  label,
  hint,
  failure,
  error,
  onChange,
  ...rest
}: Of<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Labelled {...{ label, hint, failure, error }} {...(rest.name === undefined ? {} : { name: rest.name })}>
      {(control) => <textarea {...rest} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  );
}

/** The browser's own: it works on every telephone, and needs no hole in the policy. `children` are its options. */
export function Select({
  label,
  hint,
  failure,
  error,
  onChange,
  ...rest
}: Of<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Labelled {...{ label, hint, failure, error }} {...(rest.name === undefined ? {} : { name: rest.name })}>
      {(control) => <select {...rest} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  );
}
