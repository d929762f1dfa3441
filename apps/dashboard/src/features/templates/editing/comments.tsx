import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../i18n/texts.js';
import { usePresence, useWhyNot } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { Form, TextArea, useRequestForm } from '../../../ui/form.js';
import { Loaded } from '../../../ui/loaded.js';
import { Time } from '../../../ui/time.js';
import { runAfterUndo, toast } from '../../../ui/toasts.js';
import { commentsQuery, userNamesQuery } from '../queries.js';
import type { Comment, VersionPlace } from '../requests.js';
import { addComment, deleteComment } from '../requests.js';

/** The comments on a version, oldest first, and a form for another one. */
export function Comments({ place }: { readonly place: VersionPlace }) {
  const queries = useQueryClient();
  const comments = useQuery(commentsQuery(place));
  const refresh = () => queries.invalidateQueries(commentsQuery(place));
  const form = useRequestForm({
    values: { text: '' },
    send: ({ text }) => addComment(place, text),
    onSuccess: ({ mentioned }) => {
      if (mentioned.length > 0) toast(t('Email sent to {names}', { names: mentioned.join(', ') }));
      form.reset();
      return refresh();
    },
  });
  return (
    <div className="stack">
      <Loaded query={comments}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t('No comments yet.')}</p>
          ) : (
            <ul className="templates-comments" aria-label={t('Comments')}>
              {all.map((comment) => (
                <Row key={comment.id} {...{ comment, place, refresh }} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Form form={form} action={t('Comment')} tone="none" why={useWhyNot('editor')}>
        <TextArea
          label={t('New comment')}
          name="text"
          rows={3}
          maxLength={5000}
          required
          hint={t('Type @ and the name or email address of a user to notify them.')}
        />
        <Suggestions
          text={form.watch('text')}
          onChoose={(text) => {
            form.setValue('text', text);
            form.setFocus('text');
          }}
        />
      </Form>
    </div>
  );
}

interface SuggestionsProps {
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

const maxSuggestions = 5;

/** The users who fit the mention at the end of the text. */
function Suggestions({ text, onChoose }: SuggestionsProps) {
  const typed = /(?:^|\s)@([^\s@]*)$/.exec(text)?.[1]?.toLowerCase();
  const names = useQuery({ ...userNamesQuery, enabled: typed !== undefined });
  if (typed === undefined) return null;
  const fitting = (names.data ?? []).filter((name) => name.toLowerCase().startsWith(typed)).slice(0, maxSuggestions);
  return (
    <div className="row" role="group" aria-label={t('Mention')}>
      {fitting.map((name, position) => (
        <Button
          key={`${name} ${position}`}
          small
          onClick={() => onChoose(`${text.slice(0, text.length - typed.length)}${name} `)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

interface RowProps {
  readonly comment: Comment;
  readonly place: VersionPlace;
  readonly refresh: () => Promise<void>;
}

function Row({ comment: { id, author, author_id, created, text }, place, refresh }: RowProps) {
  const { user } = usePresence();
  const [isGone, setIsGone] = useState(false);
  if (isGone) return null;
  return (
    <li className="stack">
      <div className="row">
        <strong>{author ?? t('Removed user')}</strong>
        <span className="muted caption">
          <Time at={created} />
        </span>
        <span className="spacer" />
        {author_id === user.id && (
          <Button
            small
            tone="quiet"
            onClick={() => {
              setIsGone(true);
              runAfterUndo(
                t('Comment deleted'),
                () => deleteComment(place, id).finally(() => void refresh()),
                () => setIsGone(false),
              );
            }}
          >
            {t('Delete')}
          </Button>
        )}
      </div>
      <p className="templates-comment">{text}</p>
    </li>
  );
}
