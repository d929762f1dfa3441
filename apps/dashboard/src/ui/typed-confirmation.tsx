import type { QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../i18n/texts.js';
import { Field, FormDialog, useRequestForm } from './form.js';
import { toast } from './toasts.js';

type Props<Sent> = {
  readonly title: string;
  /** The consequence, in one sentence. */
  readonly consequence: ReactNode;
  /** The text to type: the name of the object. */
  readonly word: string;
  readonly action: string;
  readonly send: () => Promise<Sent>;
  readonly onSuccess: (sent: Sent) => unknown;
  readonly onClose: () => void;
  /** Other fields of the confirmation. */
  readonly children?: ReactNode;
};

/** For irreversible actions only. All others run immediately and can be undone. */
export function TypedConfirmation<Sent>(props: Props<Sent>) {
  const { title, consequence, word, action, send, onSuccess, onClose, children } = props;
  const form = useRequestForm({ values: { typed: '' }, send, onSuccess });
  const matches = form.watch('typed').trim() === word;
  return (
    <FormDialog {...{ form, title, action, onClose }} description={consequence} tone="danger" disabled={!matches}>
      {children}
      <Field label={t('Type {word} to confirm', { word })} name="typed" autoComplete="off" />
    </FormDialog>
  );
}

type RemovalProps = Pick<Props<unknown>, 'title' | 'consequence' | 'word' | 'onClose' | 'children'> & {
  readonly action?: string;
  readonly remove: () => Promise<unknown>;
  /** The toast afterwards. */
  readonly done: string;
  /** The list to return to, and its query. */
  readonly list: { readonly to: NonNullable<LinkProps['to']>; readonly key: QueryKey };
};

/** Removes the object of the page after its name was typed, and returns to the list. */
export function Removal({ remove, done, list, action = t('Delete'), ...rest }: RemovalProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onSuccess = async () => {
    toast(done);
    await navigate({ to: list.to });
    return queries.invalidateQueries({ queryKey: list.key });
  };
  return <TypedConfirmation {...rest} action={action} send={remove} onSuccess={onSuccess} />;
}
