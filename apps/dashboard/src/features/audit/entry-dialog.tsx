import { t } from '../../i18n/texts.js';
import { Dialog } from '../../ui/dialog.js';
import { Id } from '../../ui/id.js';
import { Time } from '../../ui/time.js';
import { differencesOf, summaryOf } from './summaries.js';
import type { AuditEntry } from './queries.js';

export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { created, actor, address, request_id, before, after } = entry;
  const differences = differencesOf(before, after);
  return (
    <Dialog open wide onClose={onClose} title={summaryOf(entry)}>
      <div className="audit-entry">
        <p>
          {actor.name}, <Time at={created} precise />, {address} <Id id={request_id} />
        </p>
        {differences.length === 0 ? (
          <p className="muted">{t('Nothing that is shown was changed.')}</p>
        ) : (
          <table className="audit-differences">
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('Before')}</th>
                <th scope="col">{t('After')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ path, before: was, after: is }) => (
                <tr key={path}>
                  <td>
                    <code>{path}</code>
                  </td>
                  <td>{was === undefined ? <span className="muted">{t('not set')}</span> : <Value text={was} />}</td>
                  <td>{is === undefined ? <span className="muted">{t('not set')}</span> : <Value text={is} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  );
}

const Value = ({ text }: { text: string }) => <span className="audit-value">{text}</span>;
