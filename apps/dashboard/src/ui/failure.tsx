import './marks.css';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FieldError } from '../api/failure.js';
import { ApiFailure, fieldErrorsExcept } from '../api/failure.js';
import { t } from '../i18n/texts.js';
import { Button } from './button.js';
import { Id } from './id.js';
import { adviceOn, describeConsequence, fieldMessage, getHeadline } from './failure-messages.js';

/**
 * The failure, whether the request took effect, the advice, and the request id for the operator.
 * @param retry reads again. A read has no effect, so the consequence is omitted
 */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const consequence = retry ? undefined : describeConsequence(error);
  const advice = adviceOn(error);
  const { box, unsaid } = useAnnounced(error);
  return (
    <div className="ui-failure" role="alert" ref={box}>
      <strong>{getHeadline(error)}</strong>
      {unsaid.length > 0 && (
        <ul>
          {unsaid.map(({ field, message }) => (
            <li key={field}>
              <code>{field}</code> {fieldMessage(message)}
            </li>
          ))}
        </ul>
      )}
      {consequence !== undefined && <p>{consequence}</p>}
      {advice !== undefined && <p>{advice}</p>}
      {error instanceof ApiFailure && error.requestId !== undefined && (
        <p className="caption">
          {t('Request')} <Id id={error.requestId} />
        </p>
      )}
      {retry && error instanceof ApiFailure && error.isTemporary && (
        <p className="caption">{t('Retrying every few seconds.')}</p>
      )}
      {retry && !isFinal(error) && (
        <Button icon="retry" onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}

/** A failure that a field shows. It is announced to screen readers, without a second text on the page. */
export function FailureOfField({ error }: { error: Error }) {
  const { box } = useAnnounced(error);
  return (
    <div className="unseen" role="alert" ref={box}>
      {error instanceof ApiFailure && getHeadline(error)}
    </div>
  );
}

/** A retry gives the same result. */
const isFinal = (error: Error): boolean =>
  error instanceof ApiFailure && (error.httpStatus === 404 || error.code === 'invalid_token');

/** The errors that neither the headline nor a field shows. The first invalid field gets the focus. */
function useAnnounced(error: Error) {
  const box = useRef<HTMLDivElement>(null);
  const [unsaid, setUnsaid] = useState<readonly FieldError[]>([]);
  useLayoutEffect(() => {
    const atFault = [...(box.current?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])];
    atFault[0]?.focus();
    setUnsaid(
      fieldErrorsExcept(
        error,
        atFault.map((control) => control.getAttribute('name') ?? ''),
      ).filter(({ message }) => !getHeadline(error).includes(fieldMessage(message))),
    );
  }, [error]);
  return { box, unsaid };
}
