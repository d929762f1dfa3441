import './field.css';
import type { UseMutationResult } from '@tanstack/react-query';
import { useMutation } from '@tanstack/react-query';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { createContext, use } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { FormProvider, useController, useForm } from 'react-hook-form';
import { findFieldError } from '../api/failure.js';
import { fieldMessage } from './failure-messages.js';
import { t } from '../i18n/texts.js';
import { Button } from './button.js';
import type { DialogProps } from './dialog.js';
import { Dialog, DialogActions } from './dialog.js';
import { Failure, FailureOfField } from './failure.js';
import { Checkbox, Labelled } from './field.js';

export type RequestForm<Values extends FieldValues, Sent = unknown> = UseFormReturn<Values> & {
  readonly sending: UseMutationResult<Sent, Error, Values>;
};

type Request<Values extends FieldValues, Sent> = {
  readonly values: Values;
  readonly send: (values: Values) => Promise<Sent>;
  readonly onSuccess?: (sent: Sent, values: Values) => unknown;
};

/**
 * A form that sends one request. Fields are named by their path in the request, so that the API's field errors find
 * them.
 */
export function useRequestForm<Values extends FieldValues, Sent>({
  values,
  send,
  onSuccess,
}: Request<Values, Sent>): RequestForm<Values, Sent> {
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> });
  const sending = useMutation({
    mutationFn: send,
    meta: { showsFailure: true },
    onSuccess: (sent: Sent, sentValues: Values) => onSuccess?.(sent, sentValues),
  });
  return { ...form, sending };
}

const FailureContext = createContext<Error | null>(null);

type FormProps<Values extends FieldValues, Sent> = {
  readonly form: RequestForm<Values, Sent>;
  readonly action: string;
  readonly children: ReactNode;
  readonly onCancel?: (() => void) | undefined;
  /** The label of the button that calls `onCancel`. */
  readonly cancel?: string | undefined;
  readonly tone?: 'primary' | 'danger' | 'none';
  /** The reason why it cannot be sent, shown at the button. */
  readonly why?: string | undefined;
  readonly disabled?: boolean;
  readonly className?: string;
  /** Buttons next to the submit button. */
  readonly more?: ReactNode;
  /** False if a field shows the error. */
  readonly showsFailure?: boolean;
};

/** The fields of a request, its errors and the submit button. */
export function Form<Values extends FieldValues, Sent>({
  form,
  action,
  children,
  onCancel,
  cancel = t('Cancel'),
  tone = 'primary',
  why,
  disabled = false,
  className = 'stack',
  more,
  showsFailure = true,
}: FormProps<Values, Sent>) {
  const { sending } = form;
  const submit = (
    <Button type="submit" {...(tone === 'none' ? {} : { tone })} {...{ why, disabled }} busy={sending.isPending}>
      {action}
    </Button>
  );
  return (
    <FormProvider {...form}>
      <FailureContext value={sending.error}>
        <form className={className} onSubmit={form.handleSubmit((values) => sending.mutate(values))}>
          {children}
          {sending.error &&
            (showsFailure ? <Failure error={sending.error} /> : <FailureOfField error={sending.error} />)}
          {onCancel ? (
            <DialogActions>
              <Button onClick={onCancel}>{cancel}</Button>
              {submit}
            </DialogActions>
          ) : more === undefined && className === 'session-form' ? (
            submit
          ) : (
            <div className="row">
              {submit}
              {more}
            </div>
          )}
        </form>
      </FailureContext>
    </FormProvider>
  );
}

type FormDialogProps<Values extends FieldValues, Sent> = Omit<FormProps<Values, Sent>, 'onCancel' | 'more'> &
  Pick<DialogProps, 'title' | 'description' | 'wide' | 'onClose'> & { readonly open?: boolean };

export function FormDialog<Values extends FieldValues, Sent>({
  title,
  description,
  wide = false,
  open = true,
  onClose,
  ...form
}: FormDialogProps<Values, Sent>) {
  return (
    <Dialog {...{ title, description, wide, open, onClose }}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  );
}

type FieldProps = {
  /** The path of the value, `default_sender.address`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** An error found before the request is sent. */
  readonly error?: string | undefined;
  /** The path in the request, when it differs from `name`. */
  readonly sentAs?: string;
};
type Of<Attributes> = FieldProps & Omit<Attributes, keyof FieldProps | 'value' | 'onChange'>;

function useField({ name, label, hint, error, sentAs = name }: FieldProps) {
  const { field } = useController({ name });
  const rejection = findFieldError(use(FailureContext), sentAs);
  return {
    field: { ...field, name: sentAs, value: field.value as string },
    labelled: { label, hint, error: error ?? (rejection === undefined ? undefined : fieldMessage(rejection)) },
  };
}

export function Field({ label, hint, error, sentAs, ...rest }: Of<InputHTMLAttributes<HTMLInputElement>>) {
  const { field, labelled } = useField({ name: rest.name, label, hint, error, ...(sentAs && { sentAs }) });
  return <Labelled {...labelled}>{(control) => <input type="text" {...rest} {...field} {...control} />}</Labelled>;
}

export function TextArea({ label, hint, error, ...rest }: Of<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { field, labelled } = useField({ name: rest.name, label, hint, error });
  return <Labelled {...labelled}>{(control) => <textarea {...rest} {...field} {...control} />}</Labelled>;
}

export type Options = Iterable<readonly [value: string, label: ReactNode]>;

/** The native select works on every phone, and the content security policy allows it. */
export function Select({
  label,
  hint,
  options,
  onPick,
  ...rest
}: Of<SelectHTMLAttributes<HTMLSelectElement>> & {
  readonly options: Options;
  readonly onPick?: (value: string) => void;
}) {
  const { field, labelled } = useField({ name: rest.name, label, hint });
  return (
    <Labelled {...labelled}>
      {(control) => (
        <select
          {...rest}
          {...field}
          {...control}
          onChange={(event) => {
            field.onChange(event);
            onPick?.(event.target.value);
          }}
        >
          {[...options].map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export function CheckField({ name, label }: Pick<FieldProps, 'name' | 'label'>) {
  const { field } = useController({ name });
  return <Checkbox label={label} checked={field.value as boolean} onChange={field.onChange} />;
}

/** Several of the options, in their order. */
export function Choices({ name, options }: { readonly name: string; readonly options: Options }) {
  const { field } = useController({ name });
  const chosen = field.value as readonly string[];
  const all = [...options];
  const toggle = (value: string, on: boolean) =>
    field.onChange(all.map(([each]) => each).filter((each) => (each === value ? on : chosen.includes(each))));
  return all.map(([value, label]) => (
    <Checkbox key={value} label={label} checked={chosen.includes(value)} onChange={(on) => toggle(value, on)} />
  ));
}
