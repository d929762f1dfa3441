import './marks.css';
import { t } from '../i18n/texts.js';
import { CopyButton } from './copy-button.js';

/** The prefix, the start and the end of an id, which are enough to tell two apart. */
export const shortId = (id: string): string => {
  const [, kind = '', rest = id] = /^([a-z]+_)(.+)$/.exec(id) ?? [];
  return rest.length <= 10 ? id : `${kind}${rest.slice(0, 4)}…${rest.slice(-4)}`;
};

/** A shortened id with a button that copies all of it. */
export const Id = ({ id }: { id: string }) => (
  <span className="ui-id">
    <span title={id}>{shortId(id)}</span>
    <CopyButton text={id} label={t('Copy {text}', { text: id })} />
  </span>
);
