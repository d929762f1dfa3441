import { useMutation } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Failure } from '../../ui/failure.js';
import { say } from '../../ui/toasts.js';
import type { EspAccount } from './queries.js';
import { setUpWebhook } from './requests.js';

/** Where a provider reports to, and the button that tells it so (docs/esp-accounts.md#what-becomes-of-the-mail). */
export function Reports({ account: { id, esp_type }, url }: { account: EspAccount; url: string }) {
  const why = useWhyNot('admin');
  const settingUp = useMutation({
    mutationFn: () => setUpWebhook(id),
    meta: { showsFailure: true },
    onSuccess: () => say(t('The provider reports what becomes of mail now. It counts within 30 seconds.')),
  });
  return (
    <div className="esp-reports">
      <span>
        <code>{url}</code> <CopyButton text={url} label={t('Copy')} />
      </span>
      {esp_type === 'esp_kind_5' ? (
        <p className="muted">
          {t('Subscribe an SNS topic to it by HTTPS, as an event destination of the configuration set.')}
        </p>
      ) : (
        <span className="row">
          <Button why={why} busy={settingUp.isPending} onClick={() => settingUp.mutate()}>
            {settingUp.isSuccess ? t('Set up again') : t('Set up at the provider')}
          </Button>
          {settingUp.isSuccess && <Badge tone="ok">{t('Set up')}</Badge>}
        </span>
      )}
      {settingUp.error && <Failure error={settingUp.error} />}
    </div>
  );
}
