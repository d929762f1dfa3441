import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fileFrom } from '../../api/client.js';
import { formatNumber, t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { download } from '../../ui/download.js';
import { Id } from '../../ui/id.js';
import { Time } from '../../ui/time.js';
import type { Log, Mail } from './queries.js';
import { espNamesQuery, mailQuery } from './queries.js';

/** The properties of an email. */
export function LogProperties({ log }: { log: Log }) {
  const { data: mail } = useQuery(mailQuery(log.id));
  return (
    <aside aria-label={t('Details')}>
      <dl className="logs-properties">
        <Property name={t('To')}>
          {log.recipient_name !== '' && <>{log.recipient_name} </>}
          <Link to="/customers/$email" params={{ email: log.recipient_address }}>
            {log.recipient_address}
          </Link>
        </Property>
        <Property name={t('Template')}>
          {log.email_id === '' ? (
            t('No template')
          ) : (
            <Link to="/templates/$templateId" params={{ templateId: log.email_id }}>
              {log.email_name}
            </Link>
          )}
          {log.email_version && <span className="muted"> · {log.email_version}</span>}
        </Property>
        <Property name={t('Accepted')}>
          <Time at={log.created} precise />
        </Property>
        <Property name={t('ID')}>
          <Id id={log.id} />
        </Property>
        {mail && <ContentProperties mail={mail} withoutAccount={t('Built-in delivery')} />}
        {mail && mail.attachments.length > 0 && (
          <Property name={t('Attachments')}>
            {mail.attachments.map((attachment, index) => (
              <Attachment key={index} path={`/logs/${log.id}/mail/attachments/${index}`} {...attachment} />
            ))}
          </Property>
        )}
      </dl>
    </aside>
  );
}

function Attachment({ path, name, bytes }: { path: string; name: string; bytes: number }) {
  const downloading = useMutation({
    mutationFn: () => fileFrom(path),
    onSuccess: (file) => download(file, name),
  });
  return (
    <div className="row">
      <Button
        tone="quiet"
        small
        icon="download"
        busy={downloading.isPending}
        aria-label={t('Download {file}', { file: name })}
        onClick={() => downloading.mutate()}
      >
        {name}
      </Button>
      <span className="muted">{t('{size} KB', { size: formatNumber(Math.ceil(bytes / 1024)) })}</span>
    </div>
  );
}

type ListedMail = Omit<Mail, 'object' | 'log_id' | 'created' | 'test' | 'attachments'>;

/** `withoutAccount`: the text for an absent ESP account. */
export function ContentProperties({ mail, withoutAccount }: { mail: ListedMail; withoutAccount: string }) {
  const { sender, reply_to = [sender.reply_to], to = [], cc, bcc, tags, esp_account, locale, send_at, notes } = mail;
  return (
    <>
      <Property name={t('From')}>
        {sender.name} {sender.address}
      </Property>
      {(reply_to.length > 1 || reply_to[0] !== sender.address) && (
        <Property name={t('Reply-To')}>{reply_to.join(', ')}</Property>
      )}
      {to.length > 0 && <Property name={t('Also to')}>{to.map(({ address }) => address).join(', ')}</Property>}
      {cc.length > 0 && <Property name={t('Cc')}>{cc.map(({ address }) => address).join(', ')}</Property>}
      {bcc.length > 0 && <Property name={t('Bcc')}>{bcc.map(({ address }) => address).join(', ')}</Property>}
      <Property name={t('ESP account')}>
        <EspAccountLink id={esp_account} absent={withoutAccount} />
      </Property>
      <Property name={t('Locale')}>{locale}</Property>
      {send_at !== undefined && (
        <Property name={t('Scheduled for')}>
          <Time at={send_at} precise />
        </Property>
      )}
      {tags.length > 0 && (
        <Property name={t('Tags')}>
          <span className="row">
            {tags.map((tag) => (
              <Link key={tag} to="/logs" search={{ tag }}>
                <Badge plain>{tag}</Badge>
              </Link>
            ))}
          </span>
        </Property>
      )}
      {notes.length > 0 && <Property name={t('Not stored')}>{notes.join(' ')}</Property>}
    </>
  );
}

/** `absent`: the text without an ESP account. A deleted one has no page. */
export function EspAccountLink({ id, absent }: { id: string | undefined; absent: string }) {
  const { data: names } = useQuery(espNamesQuery);
  if (id === undefined) return absent;
  const name = names?.get(id);
  if (name === undefined) return id;
  return (
    <Link to="/esp_accounts/$id" params={{ id }}>
      {name}
    </Link>
  );
}

export const Property = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
