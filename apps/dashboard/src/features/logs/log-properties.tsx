import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Id } from '../../ui/id.js';
import { Time } from '../../ui/time.js';
import type { Log, Mail } from './queries.js';
import { espNamesQuery, mailQuery } from './queries.js';

/** The properties of a mail. */
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
      </dl>
    </aside>
  );
}

type ListedMail = Omit<Mail, 'object' | 'log_id' | 'created' | 'test' | 'attachments'> &
  Partial<Pick<Mail, 'attachments'>>;

/** `withoutAccount`: what an absent ESP account means. */
export function ContentProperties({ mail, withoutAccount }: { mail: ListedMail; withoutAccount: string }) {
  const { data: espNames } = useQuery(espNamesQuery);
  const { sender, to = [], cc, bcc, tags, attachments = [], esp_account, locale, send_at, notes } = mail;
  return (
    <>
      <Property name={t('From')}>
        {sender.name} {sender.address}
      </Property>
      {sender.reply_to !== sender.address && <Property name={t('Reply-To')}>{sender.reply_to}</Property>}
      {to.length > 0 && <Property name={t('Also to')}>{to.map(({ address }) => address).join(', ')}</Property>}
      {cc.length > 0 && <Property name={t('Cc')}>{cc.map(({ address }) => address).join(', ')}</Property>}
      {bcc.length > 0 && <Property name={t('Bcc')}>{bcc.map(({ address }) => address).join(', ')}</Property>}
      <Property name={t('ESP account')}>
        {esp_account === undefined ? withoutAccount : (espNames?.get(esp_account) ?? esp_account)}
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
      {attachments.length > 0 && (
        <Property name={t('Attachments')}>
          {attachments.map(({ name, bytes }) => (
            <div key={name}>
              {name} <span className="muted">{t('{size} KB', { size: formatNumber(Math.ceil(bytes / 1024)) })}</span>
            </div>
          ))}
        </Property>
      )}
      {notes.length > 0 && <Property name={t('Not stored')}>{notes.join(' ')}</Property>}
    </>
  );
}

export const Property = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
