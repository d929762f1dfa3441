import type { Hint } from '../../../preview/hints.js';
import type { Part } from '../../../preview/draft.js';
import { t } from '../../../i18n/texts.js';
import { Icon } from '../../../ui/icon.js';
import type { Remark } from './remarks.js';
import { wordsOf } from './remarks.js';

interface Props {
  readonly remarks: readonly Remark[];
  readonly missing: readonly string[];
  readonly hints: readonly Hint[];
  readonly onReveal: (remark: Remark) => void;
  readonly onData: () => void;
}

const nameOfPart = (part: Part): string =>
  ({ subject: t('Subject'), preheader: t('Preheader'), html: t('HTML'), text: t('Text'), amp_html: t('AMP') })[part];

/** Everything that is to be said of what is written: mistakes, what lacks data, and what is worth a look. */
export function RemarkList({ remarks, missing, hints, onReveal, onData }: Props) {
  if (remarks.length + missing.length + hints.length === 0)
    return <p className="templates-fine">{t('Nothing to remark.')}</p>;
  return (
    <ul className="templates-remarks">
      {remarks.map((remark, position) => (
        <li key={`remark ${position}`} className={`templates-remark templates-remark-${remark.severity}`}>
          <Icon name={remark.severity === 'error' ? 'close' : 'failures'} />
          <button type="button" className="templates-remark-text" onClick={() => onReveal(remark)}>
            {remark.part && (
              <span className="muted">
                {nameOfPart(remark.part)}
                {remark.line === undefined ? '' : ` ${remark.line}`}{' '}
              </span>
            )}
            {remark.message}
          </button>
        </li>
      ))}
      {missing.length > 0 && (
        <li className="templates-remark templates-remark-warning">
          <Icon name="failures" />
          <button type="button" className="templates-remark-text" onClick={onData}>
            {t('The data has no value for {names}', {
              names: missing.slice(0, 8).join(', ') + (missing.length > 8 ? ' …' : ''),
            })}
          </button>
        </li>
      )}
      {hints.map((hint, position) => (
        <li key={`hint ${position}`} className="templates-remark">
          <Icon name="right" />
          <span className="templates-remark-text">{wordsOf(hint)}</span>
        </li>
      ))}
    </ul>
  );
}
