import { getEspKind } from '@postrider/esp-kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentence } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Failure } from '../../ui/failure.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import type { EspAccount } from './queries.js';
import { espAccountsKey, setUpWebhook } from './queries.js';

/** The webhook address of a provider, and the button that registers it (docs/providers.md#provider-webhooks). */
export function Reports({ account, url }: { account: EspAccount; url: string }) {
  const { id, esp_type, webhook_registered: registered } = account;
  const setup = getEspKind(esp_type).webhook?.setup;
  const queries = useQueryClient();
  const why = useWhyNot('admin');
  const settingUp = useMutation({
    mutationFn: () => setUpWebhook(id),
    meta: { showsFailure: true },
    onSuccess: () => {
      toast(t('Webhooks are set up at the provider. They apply within 30 seconds.'));
      return queries.invalidateQueries({ queryKey: espAccountsKey });
    },
  });
  return (
    <div className="esp-reports">
      <span>
        <code>{url}</code> <CopyButton text={url} label={t('Copy')} />
      </span>
      {typeof setup === 'object' ? (
        <p className="muted">{sentence(setup.long)}</p>
      ) : (
        <span className="row">
          <Button why={why} busy={settingUp.isPending} onClick={() => settingUp.mutate()}>
            {registered === undefined ? t('Set up at provider') : t('Set up again')}
          </Button>
          {registered !== undefined && (
            <>
              <Badge tone="ok">{t('Set up')}</Badge> <Time at={registered} />
            </>
          )}
        </span>
      )}
      {settingUp.error && <Failure error={settingUp.error} />}
    </div>
  );
}
