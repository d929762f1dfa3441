import type { QueryKey } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../i18n/texts.js';
import { say } from './toasts.js';
import { TypedConfirmation } from './typed-confirmation.js';

type Props = {
  readonly title: string;
  /** What will be gone, in a sentence. */
  readonly consequence: ReactNode;
  /** What has to be typed. */
  readonly word: string;
  readonly action?: string;
  readonly remove: () => Promise<unknown>;
  /** What is said afterwards. */
  readonly done: string;
  /** The list that it was in: where the reader is led, and what is read again. */
  readonly list: { readonly to: NonNullable<LinkProps['to']>; readonly key: QueryKey };
  readonly onClose: () => void;
};

/** Removes what the page is about, once its name was typed, and leads back to the list. */
export function Removal({ title, consequence, word, action, remove, done, list, onClose }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: remove,
    meta: { showsFailure: true },
    onSuccess: async () => {
      say(done);
      await navigate({ to: list.to });
      return queries.invalidateQueries({ queryKey: list.key });
    },
  });
  return (
    <TypedConfirmation
      open
      title={title}
      consequence={consequence}
      word={word}
      action={action ?? t('Delete')}
      busy={removing.isPending}
      failure={removing.error}
      onClose={onClose}
      onConfirm={() => removing.mutate()}
    />
  );
}
