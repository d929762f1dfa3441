import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';
import { Badge } from '../../ui/badge.js';
import { Field, Form, useRequestForm } from '../../ui/form.js';
import type { SenderDomain } from './queries.js';
import { checkSender } from './queries.js';

type Finding = SenderDomain['findings'][number];

const toBadge = (level: Finding['level']): { tone: Tone; word: string } =>
  ({
    ok: { tone: 'ok' as const, word: t('OK') },
    warning: { tone: 'warn' as const, word: t('Warning') },
    fault: { tone: 'bad' as const, word: t('Error') },
  })[level];

/** Checks the DNS records of a sender's domain (docs/providers.md#sender-domains). */
export function SenderDomainCheck({ address }: { address: string }) {
  const [found, setFound] = useState<SenderDomain>();
  const form = useRequestForm({
    values: { address },
    send: (values) => checkSender(values.address),
    onSuccess: ({ sender_domain }) => setFound(sender_domain),
  });
  return (
    <section className="esp-test">
      <h2>{t('Sender domain')}</h2>
      <Form form={form} action={t('Check DNS records')} tone="none">
        <Field label={t('Sender address')} name="address" inputMode="email" required />
      </Form>
      <ul className="esp-findings" role="status">
        {found?.findings.map(({ level, message, remedy }) => (
          <li key={message} className="esp-test-result">
            <Badge tone={toBadge(level).tone}>{toBadge(level).word}</Badge>
            <p className="esp-test-answer">{message}</p>
            {remedy !== undefined && <p className="muted">{remedy}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
