import './marks.css';
import { ApiFailure } from '../api/failure.js';
import { t } from '../i18n/texts.js';
import { Button } from './button.js';
import { Id } from './id.js';
import { adviceOn, consequenceOf, headlineOf } from './failure-words.js';

/** What happened, whether it was carried out, what to do, and the id by which an operator finds it in the logs. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const consequence = consequenceOf(error);
  const advice = adviceOn(error);
  return (
    <div className="ui-failure" role="alert">
      <strong>{headlineOf(error)}</strong>
      {consequence !== undefined && <p>{consequence}</p>}
      {advice !== undefined && <p>{advice}</p>}
      {error instanceof ApiFailure && error.requestId !== undefined && (
        <p className="caption">
          {t('Request')} <Id id={error.requestId} />
        </p>
      )}
      {retry && (
        <Button icon="retry" onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}
