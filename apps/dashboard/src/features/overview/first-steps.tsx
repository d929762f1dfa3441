import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { unwrap, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { usePresence } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Failure } from '../../ui/failure.js';
import { Icon } from '../../ui/icon.js';
import { Tabs } from '../../ui/tabs.js';
import type { FirstSteps as Done } from './first-steps-queries.js';
import { choose, buildFirstMail, firstStepsQuery, hasChosen, mayShowFirstSteps } from './first-steps-queries.js';
import { buildCodeSamples } from './code-samples.js';

/** Some steps have no event. For example, the last use of a key is stored later. */
const againAfterMs = 10_000;

/**
 * The first steps of a new account. Steps complete automatically. The list disappears when all are done or it is
 * dismissed.
 */
export function FirstSteps() {
  const { account } = usePresence();
  const [isShown, setShown] = useState(() => mayShowFirstSteps(account));
  const [isBuiltIn, setBuiltIn] = useState(() => hasChosen(account.id, 'built-in'));
  const { data: done } = useQuery({ ...firstStepsQuery, enabled: isShown, refetchInterval: againAfterMs });
  if (!isShown || !done) return undefined;
  const stayBuiltIn = () => {
    choose(account.id, 'built-in');
    setBuiltIn(true);
  };
  const steps = buildSteps({ ...done, hasProvider: done.hasProvider || isBuiltIn }, stayBuiltIn);
  const count = steps.filter((step) => step.isDone).length;
  if (count === steps.length) return undefined;
  return (
    <section className="ui-card" aria-labelledby="overview-first">
      <div className="row">
        <h2 id="overview-first">{t('Get started')}</h2>
        <span className="caption muted">{t('{done} of {all} done', { done: count, all: steps.length })}</span>
        <span className="spacer" />
        <Button
          tone="quiet"
          onClick={() => {
            choose(account.id, 'dismissed');
            setShown(false);
          }}
        >
          {t('Dismiss')}
        </Button>
      </div>
      <ol className="overview-steps">
        {steps.map(({ title, text, action, isDone, more }) => (
          <li key={title} className={classes('overview-step', isDone && 'overview-step-done')}>
            <span className="overview-step-mark">
              {isDone && <Icon name="check" />}
              <span className="unseen">{isDone ? t('Done') : t('To do')}</span>
            </span>
            <div className="overview-reason">
              <strong>{title}</strong>
              {!isDone && text !== undefined && <span className="muted">{text}</span>}
              {more}
            </div>
            {!isDone && action}
          </li>
        ))}
      </ol>
    </section>
  );
}

type Step = {
  readonly title: string;
  readonly isDone: boolean;
  readonly text?: string;
  readonly action?: ReactNode;
  readonly more?: ReactNode;
};

const buildSteps = (done: Done, stayBuiltIn: () => void): readonly Step[] => [
  {
    title: t('Send a test email'),
    isDone: done.hasSent,
    text: t('To your own address.'),
    action: <TestMail done={done} />,
  },
  {
    title: t('Connect a provider'),
    isDone: done.hasProvider,
    text: t('Until then, emails use the built-in delivery of this installation.'),
    action: (
      <span className="row">
        <Button tone="quiet" onClick={stayBuiltIn}>
          {t('Keep built-in delivery')}
        </Button>
        <To to="/esp_accounts">{t('Add account')}</To>
      </span>
    ),
  },
  { title: t('Create an API key'), isDone: done.hasKey, action: <To to="/api_keys">{t('Create API key')}</To> },
  { title: t('Send from your code'), isDone: done.hasUsedKey, more: <Code done={done} /> },
  { title: t('Invite your team'), isDone: done.hasTeam, action: <To to="/users">{t('Invite')}</To> },
  {
    title: t('Add a webhook'),
    isDone: done.hasWebhook,
    text: t('Your app gets notified of deliveries, bounces and complaints.'),
    action: <To to="/webhooks">{t('Add webhook')}</To>,
  },
];

const To = ({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) => (
  <Link to={to} className="ui-button">
    {children}
  </Link>
);

/** Sends an email to the user and opens it next to the list. */
function TestMail({ done }: { done: Done }) {
  const presence = usePresence();
  const navigate = useNavigate();
  const sending = useMutation({
    mutationFn: () => {
      const content = { subject: t('It works'), html: `<p>${t('Your first email from Postrider.')}</p>` };
      return unwrap(api.POST('/send', { body: buildFirstMail(done, presence, content) }));
    },
    onSuccess: ({ receipt_id }) => navigate({ to: '/logs', search: { log: receipt_id } }),
  });
  return (
    <Button tone="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
      {t('Send test email')}
    </Button>
  );
}

const placeholder = 'YOUR_API_KEY';

/** Code in several languages that sends an email to the user, with a new key. */
function Code({ done }: { done: Done }) {
  const presence = usePresence();
  const queries = useQueryClient();
  const [shown, show] = useState('curl');
  const creating = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api_keys', { body: { name: t('First steps'), kind: 'live', scopes: ['send', 'read'] } })),
    meta: { showsFailure: true },
    onSuccess: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ['api-keys'] }), queries.invalidateQueries(firstStepsQuery)]),
  });
  const key = creating.data?.api_key.secret;
  const content =
    done.template === undefined ? { subject: 'Hello', html: '<p>It works.</p>' } : { template: done.template };
  const { default_sender, smtp } = done.account;
  const samples = buildCodeSamples({
    url: `${window.location.origin}/api/v1`,
    key: key ?? placeholder,
    mail: buildFirstMail(done, presence, content),
    smtp,
    from: default_sender?.address ?? presence.user.email,
  });
  return (
    <>
      {creating.error && <Failure error={creating.error} />}
      {key === undefined ? (
        <span className="row">
          <Button busy={creating.isPending} onClick={() => creating.mutate()}>
            {t('Create a key for this code')}
          </Button>
        </span>
      ) : (
        <span role="status">{t('The code contains a new key. Copy it now: it is shown only once.')}</span>
      )}
      <Tabs
        label={t('Send from your code')}
        shown={shown}
        onShow={show}
        tabs={samples.map(([name, code]) => ({
          name,
          label: name,
          content: (
            <div className="overview-code">
              <pre role="region" tabIndex={0} aria-label={name}>
                {code}
              </pre>
              <CopyButton text={code} label={t('Copy')} />
            </div>
          ),
        }))}
      />
    </>
  );
}
